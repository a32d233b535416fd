import { project } from '@weft/catalogue/resources/project/project.ts'
import { itemOf, nothing } from '@weft/kit/contracts/answers.ts'
import { defineRoutes } from '@weft/kit/contracts/route.ts'
import { z } from 'zod'

const update = { scope: 'tenant', may: ['projects', 'update'] } as const
const change = {
  summary: 'Change a project',
  ...update,
  body: project.changes,
  answers: { 200: itemOf(project.row) },
} as const

/** A project has a place of its own in the tenant's database, made and dropped with it; lists are derived. */
export const projectContract = defineRoutes({
  'POST /projects': {
    operationId: 'createProject',
    summary: 'Create a project',
    scope: 'tenant',
    may: ['projects', 'create'],
    body: project.draft,
    answers: { 201: itemOf(project.row) },
  },
  'PUT /projects/:id': { operationId: 'changeProject', ...change },
  'POST /projects/:id': { operationId: 'changeProjectByPost', ...change },
  'POST /projects/:id/picture': {
    operationId: 'uploadProjectImage',
    summary: 'Bring the image of a project',
    ...update,
    consumes: ['multipart/form-data'],
    answers: { 201: itemOf(z.object({ image: z.string() })) },
  },
  'DELETE /projects/:id/picture': {
    operationId: 'deleteProjectImage',
    summary: 'Remove the image of a project',
    ...update,
    answers: { 204: nothing },
  },
  'DELETE /projects/:id': {
    operationId: 'deleteProject',
    summary: 'Delete a project with its records',
    scope: 'tenant',
    may: ['projects', 'delete'],
    answers: { 204: nothing },
  },
})
