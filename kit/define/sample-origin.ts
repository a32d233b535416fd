/** Where samples of a mapping come from: its source’s newest records, what came in with its last run, the file a model was made of. */
export const sampleOrigins = ['records', 'run', 'file'] as const
export type SampleOrigin = (typeof sampleOrigins)[number]
