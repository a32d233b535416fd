/** Says whether a time is over that begins now. */
export function cuttingOff(milliseconds: number): () => boolean {
  const until = Date.now() + milliseconds
  return () => Date.now() > until
}
