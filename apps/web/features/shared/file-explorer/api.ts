import type { Answer, ListRow } from '@weft/kit/contracts/client.ts'

/** Where the files are served: those of the tenant somebody works in, or of a tenant below. */
export type FilesPath = '/files' | `/clients/${string}/storage/files`
export type FolderEntry = ListRow<FilesPath>
export type Folder = Answer<'GET', FilesPath>
