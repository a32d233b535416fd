import { itemOf, nothing } from '@weft/kit/contracts/answers.ts'
import { defineRoutes } from '@weft/kit/contracts/route.ts'
import { rows } from '@weft/kit/contracts/rows.ts'
import { inWords } from '@weft/kit/messages/patterns.ts'
import { z } from 'zod'

const allowed = rows.allowed_hosts.omit({ tenant_id: true, created_by: true })

const draft = z.strictObject({
  host: z
    .string()
    .trim()
    .toLowerCase()
    .regex(
      inWords(/^[a-z0-9._:-]{1,253}$/, {
        en: 'Please enter a host name or an IP address, such as erp.internal or 10.0.0.5.',
        de: 'Bitte einen Hostnamen oder eine IP-Adresse eingeben, etwa erp.internal oder 10.0.0.5.',
      }),
    ),
  port: z.int().min(1).max(65_535).nullable().default(null),
  note: z.string().trim().max(500).default(''),
})

const labels = {
  host: { en: 'Host', de: 'Host' },
  port: { en: 'Port', de: 'Port' },
  note: { en: 'Note', de: 'Notiz' },
}

/** Hosts in internal networks that connections of a tenant may reach. The provider allows them, the tenant sees which. */
export const allowedHostContract = defineRoutes({
  'GET /clients/:id/allowed_hosts': {
    operationId: 'listAllowedHostsOfTenant',
    summary: 'List the internal hosts that connections of a tenant may reach',
    scope: 'provider',
    may: ['tenants', 'view'],
    answers: { 200: itemOf(z.array(allowed)) },
  },
  'POST /clients/:id/allowed_hosts': {
    operationId: 'allowHost',
    summary: 'Let connections of a tenant reach an internal host, at one port or at all',
    scope: 'provider',
    may: ['tenants', 'update'],
    labels,
    body: draft,
    answers: { 201: itemOf(allowed) },
  },
  'DELETE /clients/:id/allowed_hosts/:allowed_id': {
    operationId: 'disallowHost',
    summary: 'Let connections of a tenant no longer reach an internal host',
    scope: 'provider',
    may: ['tenants', 'update'],
    params: { allowed_id: z.uuid() },
    answers: { 204: nothing },
  },
  'GET /allowed_hosts': {
    operationId: 'listAllowedHosts',
    summary: 'List the internal hosts that connections of this tenant may reach',
    scope: 'tenant',
    may: ['connections', 'view'],
    answers: { 200: itemOf(z.array(allowed.omit({ note: true }))) },
  },
})
