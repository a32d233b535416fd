export type JsonScalar = string | number | boolean | null
export type JsonValue = JsonScalar | JsonValue[] | JsonObject
export type JsonObject = { [name: string]: JsonValue }
