import { z } from 'zod'

/** What a setting may point at; the form offers those of the project. */
export type ReferenceTo = 'data_structures' | 'mappings' | 'data_sets' | 'workflows' | 'dynamic_models' | 'workflow_tokens' | 'text_templates' | 'users'

/** A setting that points at another entry of the project by its id. */
export const reference = (to: ReferenceTo) => z.uuid().meta({ input: 'reference', to })

/** The name of a field of the records that arrive; may be a path such as `address.city`. */
export const field = z.string().trim().min(1).max(500).meta({ input: 'field' })

/** Text of several lines. */
export const longText = (max = 100_000) => z.string().max(max).meta({ input: 'long_text' })
