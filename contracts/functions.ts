import { mappingFunction } from '@weft/catalogue/resources/mapping-function/mapping-function.ts'
import { itemOf, nothing } from '@weft/kit/contracts/answers.ts'
import { defineRoutes } from '@weft/kit/contracts/route.ts'
import { shapeOf } from '@weft/kit/contracts/shape.ts'

const row = shapeOf(mappingFunction.row)
const may = (action: 'create' | 'update' | 'delete') => ({ scope: 'project', may: ['workflows', action] }) as const
const change = {
  summary: 'Change a function; refused while one of its tests fails',
  ...may('update'),
  body: mappingFunction.changes,
  answers: { 200: itemOf(row) },
}

/** Own functions of mappings: checked and tested when they are saved. */
export const functionContract = defineRoutes({
  'POST /functions': {
    operationId: 'createFunction',
    summary: 'Create a function; refused while one of its tests fails',
    ...may('create'),
    body: mappingFunction.draft,
    answers: { 201: itemOf(row) },
  },
  'PUT /functions/:id': { operationId: 'changeFunction', ...change },
  'POST /functions/:id': { operationId: 'changeFunctionByPost', ...change },
  'DELETE /functions/:id': {
    operationId: 'deleteFunction',
    summary: 'Delete a function that nothing uses',
    ...may('delete'),
    answers: { 204: nothing },
  },
})
