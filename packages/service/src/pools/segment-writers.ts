import { appendSegments, type SegmentWriter } from "./answer-segments.ts";
import { placeId, type SegmentPlace } from "./segment-place.ts";

/** A worker's writers of segments: one for each place. */
export function segmentWriters(ports: Parameters<typeof appendSegments>[0]): (place: SegmentPlace) => SegmentWriter {
  const writers = new Map<string, SegmentWriter>();
  return (place) => {
    const id = placeId(place);
    const writer = writers.get(id) ?? appendSegments(ports, place);
    writers.set(id, writer);
    return writer;
  };
}
