import type { JsonObject, JsonScalar } from './json.ts'

/** What the document store of a tenant keeps, each in a collection of its own. */
export const collections = ['logs', 'payloads', 'debug_data', 'pinned_data', 'mail_archive', 'data_lake'] as const
export type Collection = (typeof collections)[number]

/**
 * A document with what it belongs to. Its fields are JSON and come back equal, though in another order: what needs its order is kept
 * as text. Times are ISO 8601 in UTC with milliseconds.
 */
export type StoredDocument = {
  id: string
  project_id: string | null
  job_id: string | null
  workflow_id: string | null
  created_at: string
  /** From then on nobody finds it, and one of the next rounds removes it. */ expires_at: string | null
  document: JsonObject
}

/** `id` is made where none is given; one that is there already is replaced, apart from when it was created. */
export type NewDocument = Partial<Omit<StoredDocument, 'document'>> & {
  document: object
  /** What it is found by in words: subject, recipients, text. It is not given back. */ text?: string
}

/** What is named of a document; what is not named stays. */
export type DocumentChange = {
  /** Fields of the document that get another value, by their names. */ set?: object
  expires_at?: string | null
  text?: string
}

/**
 * Compares a field with a value of the same kind; one of another kind is unequal and neither less nor greater. Missing is the same as
 * null. Texts are compared letter by letter as they are, ordered by their code points. Lists are equal to nothing.
 */
export type FieldCondition = {
  /** A name, or the names from the outside in. */
  field: string | readonly string[]
} & (
  | { operator: 'equals' | 'not_equals'; value: JsonScalar }
  | { operator: 'in'; value: readonly JsonScalar[] }
  | { operator: 'less' | 'less_or_equal' | 'greater' | 'greater_or_equal'; value: string | number }
  | { operator: 'starts_with' | 'contains'; value: string }
)

/** All that is named must hold. Without a project it speaks of everything the tenant has in the collection. */
export type DocumentFilter = {
  ids?: readonly string[]
  project_id?: string
  job_id?: string
  workflow_id?: string
  /** From this moment on. */ from?: string
  /** Before this moment. */ before?: string
  conditions?: readonly FieldCondition[]
  /** Words each of which stands somewhere in the document's text, in capitals or not. */ search?: string
}

/** Newest first unless said otherwise. Pages follow each other by `after`, or are counted off by `offset`. */
type DocumentQuery = DocumentFilter & {
  order?: 'newest' | 'oldest'
  /** The `next` of the page before. */ after?: string
  offset?: number
  /** At most 1,000. */ limit?: number
  /** The names of the fields that are wanted; all unless said. */ fields?: readonly string[]
}

type DocumentPage = {
  documents: StoredDocument[]
  /** Where the next page begins; none where this one is the last. */ next: string | undefined
}

/** At most so many documents on a page. */
export const mostOnPage = 1_000

/**
 * The documents of one tenant, as the kind of database it has keeps them; it is the same to everybody which one answers. What has
 * expired is found by no verb. A document is written as a whole or not at all; of a lot that broke off a part may be there, which putting it
 * again under the same ids completes.
 */
export type DocumentStore = {
  engine: 'postgres' | 'mongodb'
  /** Answers the id. */
  put(collection: Collection, document: NewDocument): Promise<string>
  putMany(collection: Collection, documents: readonly NewDocument[]): Promise<string[]>
  get(
    collection: Collection,
    id: string,
    whose?: Pick<DocumentFilter, 'project_id'>,
  ): Promise<StoredDocument | undefined>
  find(collection: Collection, query: DocumentQuery): Promise<DocumentPage>
  /** How many there are; counting ends at `most`. */
  count(collection: Collection, filter: DocumentFilter, most?: number): Promise<number>
  /** Answers whether it was there. */
  change(
    collection: Collection,
    id: string,
    change: DocumentChange,
    whose?: Pick<DocumentFilter, 'project_id'>,
  ): Promise<boolean>
  /** Answers how many are gone. */
  remove(collection: Collection, filter: DocumentFilter): Promise<number>
  /** Keeps the newest that match, and removes the others. */
  removeBeyond(collection: Collection, newest: number, filter: DocumentFilter): Promise<number>
  /** Removes what has expired in all collections. */
  expire(now?: Date): Promise<number>
  /** What all collections and their indexes take up, and which database that is. */
  size(): Promise<{ place: string; bytes: number }>
  /** Ends what processes that are lost still hold. */
  endSessions(instances: string[]): Promise<void>
}
