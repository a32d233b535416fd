import type { FileReference } from '@weft/kit/define/record.ts'

export type FolderEntry = FileReference & { name: string; kind: 'file' | 'folder' }
export type Folder = {
  data: FolderEntry[]
  meta: { path: string; total: number; truncated: boolean; limits: { megabytes: number; files: number } }
}
export type FilePreview =
  | {
      kind: 'records'
      size: number
      type: string
      columns: string[]
      rows: Record<string, unknown>[]
      entries: number
      complete: boolean
    }
  | { kind: 'text'; size: number; text: string; reason: string }
