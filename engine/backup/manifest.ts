import { z } from 'zod'

export const clusterPart = 'cluster.tar.zst'
/** Of a control database that was copied by its rows: what it says of itself, and the folder of its tables. */
export const controlPart = 'control.json'
export const controlFolder = 'control'
export const filesPart = 'files.jsonl'
export const secretsPart = 'secrets.json'
export const keyPart = 'key.json'
/** The folder of a backup below which the files of the home lie by their paths. */
export const filesFolder = 'files'
/** The list of the files of a tenant that lay on another server, and the folder of a backup below which they lie. */
export const storagePart = (tenant_id: string) => `storage-${tenant_id}.jsonl`
export const storageFolder = (tenant_id: string) => `storage-${tenant_id}`
export const tenantOfStorage = (part: string): string | undefined => /^storage-([0-9a-f-]{36})\.jsonl$/.exec(part)?.[1]
/** Written last: a folder without it is no backup. */
export const manifestFile = 'manifest.json'

const part = z.strictObject({ name: z.string(), bytes: z.int().min(0), sha256: z.string().regex(/^[0-9a-f]{64}$/) })
export type Part = z.output<typeof part>

/** What a backup says of itself. */
export const manifestSchema = z.strictObject({
  format: z.literal(1),
  weft: z.string(),
  /** The newest migration of its control database. */
  migration: z.string(),
  /** The major version of the PostgreSQL of its control database. */
  postgres: z.int(),
  began_at: z.iso.datetime(),
  /** The moment everything in the databases is of. */
  made_at: z.iso.datetime(),
  /** The key its secrets are sealed with; its fingerprint tells nothing about it. */
  key_id: z.string(),
  files: z.strictObject({ count: z.int(), bytes: z.int() }),
  parts: z.array(part),
  /** What belongs to the installation and is not in the backup, in sentences. */
  missing: z.array(z.string()),
})
export type Manifest = z.output<typeof manifestSchema>

/** A line of the list of files: a folder, or a file with its content's digest. `path` is relative to the home. */
export const fileEntry = z.union([
  z.strictObject({ path: z.string(), mode: z.int(), changed_at: z.iso.datetime(), folder: z.literal(true) }),
  z.strictObject({
    path: z.string(),
    mode: z.int(),
    changed_at: z.iso.datetime(),
    bytes: z.int(),
    sha256: z.string(),
  }),
])
export type FileEntry = z.output<typeof fileEntry>
