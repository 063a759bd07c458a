import { appendSegments, type SegmentPlace, type SegmentWriter } from "./answer-segments.ts";

/** A worker's writers of segments: one for each place. */
export function segmentWriters(ports: Parameters<typeof appendSegments>[0]): (place: SegmentPlace) => SegmentWriter {
  const writers = new Map<string, SegmentWriter>();
  return (place) => {
    const id = `${place.scope} ${place.deployment} ${place.benchmark}`;
    const writer = writers.get(id) ?? appendSegments(ports, place);
    writers.set(id, writer);
    return writer;
  };
}
