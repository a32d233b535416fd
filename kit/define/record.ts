/** A record on its way: plain JSON, keys are field names. Decimals, dates and large integers travel as text. */
export type DataRecord = Record<string, unknown>

/** A record that could not go on: where and why, for the `rejected` exit and the error inbox. */
export type Rejected = { record: DataRecord; field?: string; value?: unknown; reason: import('../messages/messages.ts').Message }

/** A file in a tenant's storage, as it travels in a record: `path` is relative to the storage's root. */
export type FileReference = { path: string; size: number; modified_at: string }
