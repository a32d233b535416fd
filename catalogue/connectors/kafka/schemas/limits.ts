/** A schema as a registry gives it, with those it refers to, each behind what it refers to itself. */
export type RegisteredSchema = {
  id: number
  kind: 'AVRO' | 'PROTOBUF' | 'JSON'
  text: string
  references: readonly { name: string; text: string }[]
}

/** Contents of one schema. Throws Fault for what does not go with it. */
export type Codec = {
  /** `at`: where the content begins behind what tells the schema. */
  decode(bytes: Uint8Array, at: number): unknown
  encode(value: unknown): Uint8Array
}

/** What a schema may be at most; whoever looks after a registry may not be known. */
export const most = { characters: 1_000_000, references: 100, levels: 64, types: 20_000 }
