import { note } from './note/note.ts'
import { workflow } from './workflow/workflow.ts'

/** Every entity that has a declaration, alphabetically. */
export const resources = [note, workflow] as const
