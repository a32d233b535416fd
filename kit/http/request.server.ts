import type { FastifyRequest } from 'fastify'
import type { RouteScope } from '../contracts/route.ts'
import type { Scope } from '../database/connect.server.ts'
import type { FieldLabel } from '../define/resource.ts'
import type { PermissionAction, Subject } from '../define/permissions.ts'
import { languages, type Language } from '../messages/messages.ts'

export type Caller = {
  id: string
  kind: 'admin' | 'partner' | 'client'
  role: string
  /** What their role allows, ready-made or their company's own. */
  permissions: ReadonlySet<string>
  partner_id: string | null
  tenant_id: string | null
  email: string
  language: Language
  session_id: string
  /** Set where a program asks: its account, and the project that is all it reaches. Its id is no user's. */
  service_account?: { project_id: string | null }
}

declare module 'fastify' {
  interface FastifyContextConfig {
    scope?: RouteScope
    may?: readonly [Subject, PermissionAction]
    /** Names of the fields of the body, for what is said about them. */
    labels?: Record<string, FieldLabel>
    /** Why a call that is no mere question leaves no entry in the audit log. */
    unaudited?: string
    peopleOnly?: boolean
  }
  interface FastifyRequest {
    /** Set by the guard before the handler of any route that is not public. */
    user: Caller
    scope: Scope
    language: Language
  }
}

/** The first language of Accept-Language that the product speaks, German otherwise. */
export function languageOf(request: FastifyRequest): Language {
  const asked = (request.headers['accept-language'] ?? '')
    .split(',')
    .map((part) => part.trim().slice(0, 2).toLowerCase())
  return (
    languages.find((language) => language === asked.find((a) => (languages as readonly string[]).includes(a))) ?? 'de'
  )
}

export const header = (request: FastifyRequest, name: string) => {
  const value = request.headers[name]
  return typeof value === 'string' && value !== '' ? value : undefined
}
