import { role as resource } from '@weft/catalogue/resources/role/role.ts'
import { itemOf, listOf, nothing, oneOf } from '@weft/kit/contracts/answers.ts'
import { defineRoutes } from '@weft/kit/contracts/route.ts'
import { rows } from '@weft/kit/contracts/rows.ts'
import { listQuery } from '@weft/kit/http/list-query.ts'
import { z } from 'zod'

const permissions = z.array(z.string())
const member = rows.users.pick({ id: true, email: true, role: true, active: true }).extend({ name: z.string() })
/** A role of a level, ready-made or own, and how many users have it. */
const known = rows.roles.pick({ id: true, name: true, display_name: true, description: true }).extend({
  ready_made: z.boolean(),
  permissions,
  users: z.number(),
  created_at: z.string().nullable(),
  updated_at: z.string().nullable(),
})
export type KnownRole = z.input<typeof known>
const stored = rows.roles.extend({ permissions })

const can = <const A extends 'view' | 'create' | 'update' | 'delete'>(action: A) =>
  ({ scope: 'level', may: ['users', action] }) as const
const change = {
  summary: 'Change a role; it counts with the next call of whoever has it',
  ...can('update'),
  body: resource.changes.omit({ name: true }),
  answers: { 200: itemOf(stored) },
} as const

/** The roles of a level: the ready-made ones, which nobody changes, and its own. */
export const roleContract = defineRoutes({
  'GET /permissions': {
    operationId: 'listPermissions',
    summary: 'Every permission, and which of them users of the level can have',
    ...can('view'),
    answers: {
      200: itemOf(
        z.object({ subjects: permissions, actions: permissions, possible: permissions, basePermissions: permissions }),
      ),
    },
  },
  'GET /roles': {
    operationId: 'listRoles',
    summary: 'List roles, ready-made and own',
    ...can('view'),
    query: listQuery,
    answers: { 200: listOf(known) },
  },
  'GET /roles/members': {
    operationId: 'listRoleMembers',
    summary: 'The users of the level with their roles',
    ...can('view'),
    answers: { 200: itemOf(z.array(member)) },
  },
  'GET /roles/:id': {
    operationId: 'readRole',
    summary: 'Read an own role',
    ...can('view'),
    answers: { 200: itemOf(known) },
  },
  'POST /roles': {
    operationId: 'createRole',
    summary: 'Create a role',
    ...can('create'),
    body: resource.draft,
    answers: { 201: itemOf(stored) },
  },
  'PUT /roles/:id': { operationId: 'changeRole', ...change },
  'POST /roles/:id': { operationId: 'changeRoleByPost', ...change },
  'DELETE /roles/:id': {
    operationId: 'deleteRole',
    summary: 'Delete a role that nobody has',
    ...can('delete'),
    answers: { 204: nothing },
  },
  'GET /users/:id/permissions': {
    operationId: 'explainPermissions',
    summary: 'Why a user may do something, or why not',
    ...can('view'),
    answers: {
      200: itemOf(
        z.object({
          user: member,
          role: known.nullable(),
          permissions: z.array(
            z.object({
              permission: z.string(),
              granted: z.boolean(),
              because: oneOf(['deactivated', 'always', 'role', 'role_lacks', 'level_lacks']),
              roles: z.array(z.string()),
            }),
          ),
        }),
      ),
    },
  },
})
