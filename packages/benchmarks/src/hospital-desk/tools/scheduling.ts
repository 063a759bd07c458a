import { CallRefused } from "@medhelm/core/agents/state-tool";
import { z } from "zod";
import type { Appointment, Hospital } from "../hospital.ts";
import { bookedAt, patientOf, record, tool } from "./look-up.ts";

const serviceName = z.enum(["cardiology", "orthopaedics", "dermatology", "paediatrics"]).describe("the service");
const slotId = z.string().describe("the id of a slot, such as S-90");
const appointmentId = z.string().describe("the id of an appointment, such as A-90");

export const findSlots = tool({
  name: "find_slots",
  description: "Lists the free slots of a service in the order of their time.",
  args: { service: serviceName },
  run: ({ service }, hospital) => ({
    value: [...hospital.slots]
      .filter(([id, one]) => one.service === service && bookedAt(hospital, id) === undefined)
      .toSorted(([, a], [, b]) => (a.start < b.start ? -1 : 1))
      .map(([id, { clinician, start, minutes, languages }]) => ({ slot: id, clinician, start, minutes, languages })),
  }),
});

export const listAppointments = tool({
  name: "list_appointments",
  description: "Lists the appointments of a record, also the cancelled ones.",
  args: { record },
  run: (args, hospital) => {
    patientOf(hospital, args.record);
    return {
      value: [...hospital.appointments]
        .filter(([, one]) => one.patient === args.record)
        .map(([id, one]) => {
          const { clinician, service, start } = hospital.slots.get(one.slot) ?? {};
          return { appointment: id, status: one.status, slot: one.slot, clinician, service, start };
        }),
    };
  },
});

export const bookAppointment = tool({
  name: "book_appointment",
  description: "Books a free slot for a record.",
  args: { record, slot: slotId },
  run: (args, hospital) => {
    patientOf(hospital, args.record);
    refuseTaken(hospital, args.slot);
    const id = `A-${hospital.appointments.size + 1}`;
    hospital.appointments.set(id, { patient: args.record, slot: args.slot, status: "booked" });
    return { value: { appointment: id } };
  },
});

export const moveAppointment = tool({
  name: "move_appointment",
  description: "Moves a booked appointment to a free slot of the same service.",
  args: { appointment: appointmentId, slot: slotId },
  run: (args, hospital) => {
    const moved = booked(hospital, args.appointment);
    refuseTaken(hospital, args.slot);
    if (hospital.slots.get(args.slot)?.service !== hospital.slots.get(moved.slot)?.service)
      throw new CallRefused("the slot is of another service");
    moved.slot = args.slot;
    return { value: { appointment: args.appointment, slot: args.slot } };
  },
});

export const cancelAppointment = tool({
  name: "cancel_appointment",
  description: "Cancels a booked appointment.",
  args: { appointment: appointmentId },
  run: (args, hospital) => {
    booked(hospital, args.appointment).status = "cancelled";
    return { value: { cancelled: args.appointment } };
  },
});

export const addToWaitingList = tool({
  name: "add_to_waiting_list",
  description: "Puts a record on the waiting list of a service.",
  args: { record, service: serviceName },
  run: (args, hospital) => {
    patientOf(hospital, args.record);
    hospital.waitingList.push(`${args.record} ${args.service}`);
    return { value: { waiting: args.service } };
  },
});

function booked({ appointments }: Hospital, id: string): Appointment {
  const found = appointments.get(id);
  if (found === undefined) throw new CallRefused(`there is no appointment ${id}`);
  if (found.status === "cancelled") throw new CallRefused(`appointment ${id} is cancelled`);
  return found;
}

function refuseTaken(hospital: Hospital, slot: string): void {
  if (!hospital.slots.has(slot)) throw new CallRefused(`there is no slot ${slot}`);
  if (bookedAt(hospital, slot) !== undefined) throw new CallRefused(`slot ${slot} is taken`);
}
