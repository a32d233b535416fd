import type { ElementLimit, ElementUse } from '@weft/contracts/workflow-elements.ts'
import type { Scope, Scoped } from '@weft/kit/database/connect.server.ts'
import type { LimitLevel } from '@weft/kit/define/element.ts'
import { invalidField } from '@weft/kit/errors/common.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { sql } from 'kysely'

const texts = defineMessages({
  nobody: {
    en: 'Please choose who may use it, or switch it off.',
    de: 'Bitte wählen Sie, wer es verwenden darf, oder schalten Sie es ab.',
  },
  unknown: {
    en: 'Only tenants and projects below you can be chosen.',
    de: 'Es lassen sich nur Mandanten und Projekte unter Ihnen wählen.',
  },
})

/** The level's own limits, by element, and who they leave. */
export async function limitsOf(trx: Scoped, scope: Scope): Promise<Map<string, ElementLimit>> {
  const rows = await own(trx.selectFrom('element_limits').select(['element', 'allowed']), scope).execute()
  return new Map(
    rows.map(({ element, allowed }) => [element, { state: allowed.length > 0 ? 'assigned' : 'off', allowed }]),
  )
}

/** What levels above have taken away already, by element. */
export async function takenAbove(trx: Scoped, scope: Scope): Promise<Map<string, LimitLevel>> {
  const { rows } = await sql<{
    element: string
    level: LimitLevel
  }>`select element, level from weft_elements_off() where level <> ${scope.level}`.execute(trx)
  return new Map(rows.map(({ element, level }) => [element, level]))
}

/** How many workflows below the caller use each element. */
export async function usesByElement(trx: Scoped): Promise<Map<string, number>> {
  const { rows } = await sql<{
    element: string
    workflows: number
  }>`select element, count(*)::int as workflows from weft_element_uses() group by element`.execute(trx)
  return new Map(rows.map(({ element, workflows }) => [element, workflows]))
}

/** The workflows below the caller that use one of these elements. */
export const elementUses = async (trx: Scoped, elements: readonly string[]): Promise<ElementUse[]> =>
  (await sql<ElementUse>`select * from weft_element_uses(${sql.val([...elements])}::text[]) limit 500`.execute(trx))
    .rows

export async function setLimit(
  trx: Scoped,
  scope: Scope,
  element: string,
  { state, allowed }: ElementLimit,
): Promise<void> {
  if (state === 'assigned') {
    if (allowed.length === 0) throw invalidField('allowed', texts.nobody())
    // Row-level security shows a level what is below it, and no more.
    const known =
      scope.level === 'tenant'
        ? trx.selectFrom('projects').select('id').where('id', 'in', allowed)
        : trx.selectFrom('tenants').select('id').where('id', 'in', allowed)
    if ((await known.execute()).length < new Set(allowed).size) throw invalidField('allowed', texts.unknown())
  }
  await own(trx.deleteFrom('element_limits').where('element', '=', element), scope).execute()
  if (state === 'on') return
  await trx
    .insertInto('element_limits')
    .values({
      element,
      partner_id: scope.level === 'partner' ? scope.partner_id : null,
      tenant_id: scope.level === 'tenant' ? scope.tenant_id : null,
      allowed: state === 'off' ? [] : allowed,
    })
    .execute()
}

type Whose<Q> = { where(column: 'partner_id' | 'tenant_id', operator: '=' | 'is', value: string | null): Q }

function own<Q extends Whose<Q>>(query: Q, scope: Scope): Q {
  if (scope.level === 'tenant') return query.where('tenant_id', '=', scope.tenant_id)
  return scope.level === 'partner'
    ? query.where('partner_id', '=', scope.partner_id)
    : query.where('partner_id', 'is', null).where('tenant_id', 'is', null)
}
