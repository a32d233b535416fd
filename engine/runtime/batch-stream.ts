import type { PipelineBatch } from './pipeline.server.ts'

/** A batch from the head and where it goes on behind it. */
export type BatchStream = AsyncIterable<PipelineBatch & { cursor?: unknown }>

/** Where a segment goes on: behind the last batch that was acknowledged. */
export type Position = { batch: number; cursor?: unknown }
