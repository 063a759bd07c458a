import { z } from "zod";

/** Machines of one size, with their own Batch queue. */
export const GpuClass = z.strictObject({
  /** e.g. "gpu-24": each GPU has 24 GB of memory */
  name: z
    .string()
    .regex(/^[a-z0-9-]{1,30}$/)
    .refine((name) => name !== "cpu", 'must not be "cpu", which is the queue of machines without GPUs'),
  instanceTypes: z.array(z.string()).min(1),
  gpus: z.int().positive(),
  /** GB of one GPU's memory */
  gpuMemoryGb: z.number().positive(),
  vcpus: z.int().positive(),
  memoryMb: z.int().positive(),
  /** the most GPUs in use at the same time, over all jobs */
  maxGpus: z.int().positive(),
  /** US dollars per hour of one machine, from AWS's price pages on `asOf` */
  price: z.strictObject({
    spotUsdPerHour: z.number().min(0),
    onDemandUsdPerHour: z.number().min(0),
    asOf: z.iso.date(),
  }),
});
export type GpuClass = z.infer<typeof GpuClass>;

/** conf/gpu_classes.yaml */
export const GpuClasses = z.strictObject({ gpuClasses: z.array(GpuClass) });
