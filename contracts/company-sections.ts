import { itemOf } from '@weft/kit/contracts/answers.ts'
import { defineRoutes, type RouteScope } from '@weft/kit/contracts/route.ts'
import { shapeOf } from '@weft/kit/contracts/shape.ts'
import { changesOf } from '@weft/kit/define/changes.ts'
import { companySections, type CompanySection } from '@weft/kit/define/company.ts'
import type { Subject } from '@weft/kit/define/permissions.ts'

type Company = {
  one: 'tenant' | 'partner' | 'company'
  scope: RouteScope
  /** Whose right it takes to see a part. Changing it is refused by the handler: some may change what is their own. */
  subject: (section: CompanySection) => Subject
}

/** Reading and changing each part of what the product knows of a company by itself. */
export function companySectionCalls({ one, scope, subject }: Company) {
  const about = (verb: 'read' | 'change', section: CompanySection) => ({
    operationId: `${verb}${capital(one)}${capital(section)}`,
    summary: `${capital(verb)} a section of a ${one}: ${section}`,
    scope,
    may: [subject(section), 'view'] as const,
  })
  const { general, contact, billing, accounting } = companySections
  const answers = {
    general: { 200: itemOf(shapeOf(general.schema)) },
    contact: { 200: itemOf(shapeOf(contact.schema)) },
    billing: { 200: itemOf(shapeOf(billing.schema)) },
    accounting: { 200: itemOf(shapeOf(accounting.schema)) },
  }
  return defineRoutes({
    'GET /general': { ...about('read', 'general'), answers: answers.general },
    'GET /contact': { ...about('read', 'contact'), answers: answers.contact },
    'GET /billing': { ...about('read', 'billing'), answers: answers.billing },
    'GET /accounting': { ...about('read', 'accounting'), answers: answers.accounting },
    'PUT /general': {
      ...about('change', 'general'),
      body: changesOf(general.schema.shape),
      answers: answers.general,
    },
    'PUT /contact': {
      ...about('change', 'contact'),
      body: changesOf(contact.schema.shape),
      answers: answers.contact,
    },
    'PUT /billing': {
      ...about('change', 'billing'),
      body: changesOf(billing.schema.shape),
      answers: answers.billing,
    },
    'PUT /accounting': {
      ...about('change', 'accounting'),
      body: changesOf(accounting.schema.shape),
      answers: answers.accounting,
    },
  })
}

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)
