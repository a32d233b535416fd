import { note } from './note/note.ts'

/** Every entity that has a declaration, alphabetically. */
export const resources = [note] as const
