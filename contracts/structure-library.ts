import { dataStructure, standardQuery } from '@weft/catalogue/resources/data-structure/data-structure.ts'
import { itemOf, listOf, nothing, oneOf } from '@weft/kit/contracts/answers.ts'
import { listQueryOf } from '@weft/kit/contracts/resource.ts'
import { defineRoutes } from '@weft/kit/contracts/route.ts'
import { rows } from '@weft/kit/contracts/rows.ts'
import { changesOf } from '@weft/kit/define/changes.ts'
import { z } from 'zod'
import { structureChanges, structureJson } from './data-structures.ts'

const structure = rows.library_structures.extend({
  on_empty_import: oneOf(['keep', 'clear', 'fail']),
  ...structureJson,
})
export type LibraryStructureAnswer = z.output<typeof structure>

const may = (action: 'view' | 'create' | 'update' | 'delete' | 'publish') =>
  ({ scope: 'level', may: ['structures', action] }) as const
const one = { 200: itemOf(structure) }
const { class_name, table_name, label } = dataStructure.fields
const version = z.int().optional()

/** Data structures the provider or a partner keeps ready for projects to take over. They have no table of their own. */
export const structureLibraryContract = defineRoutes({
  'GET /structure_library': {
    operationId: 'listLibraryStructures',
    summary: 'List the data structures of the provider’s or a partner’s library; for a tenant those offered to it',
    ...may('view'),
    query: listQueryOf(dataStructure),
    answers: { 200: listOf(structure) },
  },
  'GET /structure_library/:id': {
    operationId: 'readLibraryStructure',
    summary: 'Read a data structure of the library',
    ...may('view'),
    answers: one,
  },
  'POST /structure_library': {
    operationId: 'createLibraryStructure',
    summary: 'Add a data structure to the library',
    ...may('create'),
    body: dataStructure.draft,
    answers: { 201: itemOf(structure) },
  },
  'PUT /structure_library/:id': {
    operationId: 'changeLibraryStructure',
    summary: 'Change a data structure of the library',
    ...may('update'),
    body: structureChanges.all.extend({ version }),
    answers: one,
  },
  'PUT /structure_library/:id/base_data': {
    operationId: 'changeLibraryStructureBaseData',
    summary: 'Change a data structure of the library: base_data',
    ...may('update'),
    body: structureChanges.base_data.extend({ version }),
    answers: one,
  },
  'PUT /structure_library/:id/config': {
    operationId: 'changeLibraryStructureConfig',
    summary: 'Change a data structure of the library: config',
    ...may('update'),
    body: structureChanges.config.extend({ version }),
    answers: one,
  },
  'PUT /structure_library/:id/queries': {
    operationId: 'changeLibraryStructureQueries',
    summary: 'Change a data structure of the library: queries',
    ...may('update'),
    body: z.strictObject({ queries: z.array(standardQuery).max(100), version }),
    answers: one,
  },
  'POST /structure_library/:id/lock': {
    operationId: 'lockLibraryStructure',
    summary: 'Lock a data structure of the library',
    ...may('update'),
    answers: one,
  },
  'POST /structure_library/:id/unlock': {
    operationId: 'unlockLibraryStructure',
    summary: 'Unlock a data structure of the library',
    ...may('update'),
    answers: one,
  },
  'POST /structure_library/:id/publish': {
    operationId: 'publishLibraryStructure',
    summary: 'Offer a data structure of the library to projects, or take it back',
    ...may('publish'),
    body: z.strictObject({ published: z.boolean().default(true) }).nullish(),
    answers: one,
  },
  'DELETE /structure_library/:id': {
    operationId: 'deleteLibraryStructure',
    summary: 'Delete a data structure of the library; what projects have taken over stays',
    ...may('delete'),
    answers: { 204: nothing },
  },
  'POST /data_structures/take_over': {
    operationId: 'takeOverDataStructure',
    summary: 'Make a data structure of the library the project’s own, with its table; names may be others',
    scope: 'project',
    may: ['structures', 'create'],
    body: changesOf({ class_name, table_name, label }).extend({ from: z.uuid() }),
    answers: { 201: itemOf(z.object({ id: z.string() })) },
  },
})
