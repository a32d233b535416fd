import { languageDraft, languageLabels } from '@weft/catalogue/resources/language/language.ts'
import { itemOf, listOf, nothing } from '@weft/kit/contracts/answers.ts'
import { defineRoutes } from '@weft/kit/contracts/route.ts'
import { rows } from '@weft/kit/contracts/rows.ts'
import { changesOf } from '@weft/kit/define/changes.ts'
import { z } from 'zod'

const params = { id: z.coerce.number().int() }
const translated = z.array(z.object({ code: z.string(), name: z.string() }))

const change = {
  summary: 'Change a language',
  scope: 'provider',
  may: ['system', 'update'],
  labels: languageLabels.fields,
  params,
  body: changesOf(languageDraft.shape),
  answers: { 200: itemOf(rows.languages) },
} as const

/** The languages of the product, those of records, and keeping them. */
export const languageContract = defineRoutes({
  'GET /languages': {
    operationId: 'listLanguages',
    summary: 'List the languages of the interface, or those of records',
    scope: 'user',
    query: z.object({ use: z.enum(['interface', 'records']).default('interface') }),
    answers: {
      200: listOf(rows.languages.pick({ id: true, label: true, short: true, iso_code: true, name: true })),
    },
  },
  'GET /languages/translation': {
    operationId: 'listTranslationLanguages',
    summary: 'List the languages translation services translate from and into',
    scope: 'user',
    answers: { 200: itemOf(z.object({ source: translated, target: translated })) },
  },
  'GET /languages/all': {
    operationId: 'listAllLanguages',
    summary: 'List every language there is, with what it is used for',
    scope: 'provider',
    may: ['system', 'view'],
    answers: { 200: listOf(rows.languages) },
  },
  'POST /languages': {
    operationId: 'createLanguage',
    summary: 'Add a language',
    scope: 'provider',
    may: ['system', 'create'],
    labels: languageLabels.fields,
    body: languageDraft,
    answers: { 201: itemOf(rows.languages) },
  },
  'PUT /languages/:id': { operationId: 'changeLanguage', ...change },
  'POST /languages/:id': { operationId: 'changeLanguageByPost', ...change },
  'DELETE /languages/:id': {
    operationId: 'deleteLanguage',
    summary: 'Delete a language',
    scope: 'provider',
    may: ['system', 'delete'],
    params,
    answers: { 204: nothing },
  },
})
