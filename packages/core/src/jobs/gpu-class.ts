import { z } from "zod";

/** Machines of one size, and the Batch queue to them. */
export const GpuClass = z.strictObject({
  /** e.g. "gpu-24": GB of memory a GPU */
  name: z.string().regex(/^[a-z0-9-]{1,30}$/),
  instanceTypes: z.array(z.string()).min(1),
  gpus: z.int().positive(),
  /** GB of one GPU's memory */
  gpuMemoryGb: z.number().positive(),
  vcpus: z.int().positive(),
  memoryMb: z.int().positive(),
  /** at most this many GPUs at once over all jobs */
  maxGpus: z.int().positive(),
  /** US dollars for an hour of one machine, as AWS's pages had them on `asOf` */
  price: z.strictObject({
    spotUsdPerHour: z.number().min(0),
    onDemandUsdPerHour: z.number().min(0),
    asOf: z.iso.date(),
  }),
});
export type GpuClass = z.infer<typeof GpuClass>;

/** conf/gpu_classes.yaml */
export const GpuClasses = z.strictObject({ gpuClasses: z.array(GpuClass) });
