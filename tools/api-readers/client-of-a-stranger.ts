// What somebody would write against the clients that are generated from the document. It is compiled, not run.
import { listNotes, type ListNotesResponse } from './client/index.ts'
import type { paths } from './types.ts'

const answer = await listNotes({ query: { page: 2, sort: '-title' } })
const titles: string[] | undefined = answer.data?.data.map(({ title }) => title)

type Notes = paths['/api/app/notes']['get']['responses']['200']['content']['application/json']
const total = (notes: Notes & ListNotesResponse): number => notes.meta.total

export { titles, total }
