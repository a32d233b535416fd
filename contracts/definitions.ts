import { itemOf, listOf, oneOf } from '@weft/kit/contracts/answers.ts'
import { defineRoutes } from '@weft/kit/contracts/route.ts'
import { rows } from '@weft/kit/contracts/rows.ts'
import { listQuery } from '@weft/kit/http/list-query.ts'
import { inWords } from '@weft/kit/messages/patterns.ts'
import { z } from 'zod'

export const definitionKinds = [
  'project',
  'queue',
  'connection',
  'data_structure',
  'dynamic_model',
  'mapping',
  'function',
  'data_set',
  'insight',
  'dashboard',
  'query',
  'text_template',
  'workflow',
] as const

/** The commit that made a version. */
export const rev = z
  .string()
  .regex(inWords(/^[0-9a-f]{40}$/, { en: 'This does not name a version.', de: 'Das bezeichnet keine Version.' }))

/** What a version is called, where it is called anything. */
export const versionName = z.string().trim().max(100)

export const version = rows.git_changes.pick({
  commit: true,
  version: true,
  name: true,
  message: true,
  author_name: true,
  author_email: true,
  created_at: true,
})
export type Version = z.output<typeof version>

const thing = z.object({
  id: z.string(),
  kind: oneOf(definitionKinds),
  name: z.string(),
  /** It is pointed to, and not there any more. */
  is_gone: z.boolean(),
})
export type UsingThing = z.output<typeof thing>

const scope = 'project'

/** The versions of everything that is defined, under the id of the thing. Who may see a thing may see them. */
export const definitionContract = defineRoutes({
  'GET /definitions/:id/uses': {
    operationId: 'readDefinitionUses',
    summary: 'What a thing points to, and what points to it',
    scope,
    answers: { 200: itemOf(z.object({ uses: z.array(thing), used_by: z.array(thing) })) },
  },
  'GET /definitions/:id/versions': {
    operationId: 'listDefinitionVersions',
    summary: 'The versions of a thing, newest first',
    scope,
    query: listQuery,
    answers: { 200: listOf(version) },
  },
  'GET /definitions/:id/versions/:rev': {
    operationId: 'readDefinitionVersion',
    summary: 'A version as YAML, with names for what it points to',
    scope,
    params: { rev },
    answers: { 200: itemOf(z.object({ commit: z.string(), text: z.string() })) },
  },
  'GET /definitions/:id/versions/:rev/diff': {
    operationId: 'compareDefinitionVersions',
    summary: 'What a version changed, or the difference from another',
    scope,
    params: { rev },
    query: z.object({ from: rev.optional() }),
    answers: {
      200: itemOf(z.object({ before: z.string(), after: z.string(), from: z.string().optional(), to: z.string() })),
    },
  },
  'PUT /definitions/:id/versions/:rev': {
    operationId: 'nameDefinitionVersion',
    summary: 'Give a version a name',
    scope,
    params: { rev },
    body: z.strictObject({ name: versionName }),
    answers: { 200: itemOf(version) },
  },
})
