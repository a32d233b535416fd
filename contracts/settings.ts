import { settingGroups } from '@weft/catalogue/resources/setting/all.ts'
import { itemOf } from '@weft/kit/contracts/answers.ts'
import { defineRoutes, type RouteContract } from '@weft/kit/contracts/route.ts'
import { shapesOf } from '@weft/kit/contracts/shape.ts'
import { changesOf } from '@weft/kit/define/changes.ts'
import type { MaskedSettings, SettingGroup } from '@weft/kit/define/setting-group.ts'
import { z } from 'zod'

type Group = (typeof settingGroups)[number]
type Answered<G> = z.ZodType<MaskedSettings<G>, MaskedSettings<G>>
type Call<Own> = Omit<RouteContract, keyof Own> & Own
type Calls = {
  [G in Group as `GET /settings/${G['path']}`]: Call<{ answers: { 200: ReturnType<typeof itemOf<Answered<G>>> } }>
} & {
  [G in Group as `PUT /settings/${G['path']}`]: Call<{
    body: ReturnType<typeof changesOf<G['schema']['shape']>>
    answers: { 200: ReturnType<typeof itemOf<Answered<G>>> }
  }>
}

const capitals = (path: string) => path.replaceAll(/(?:^|[_-])(\w)/g, (_, letter: string) => letter.toUpperCase())

function callsOf(group: SettingGroup) {
  const title = group.labels.title.en.toLowerCase()
  const secrets = (group.secrets ?? []).map((name) => [name, z.object({ set: z.boolean() })] as const)
  const answers = {
    200: itemOf(
      z.object({ ...shapesOf(group.schema.shape as Record<string, z.ZodType>), ...Object.fromEntries(secrets) }),
    ),
  }
  return {
    [`GET /settings/${group.path}`]: {
      operationId: `read${capitals(group.path)}Settings`,
      summary: `Read the settings: ${title}`,
      scope: 'provider',
      may: ['system', 'view'],
      answers,
    },
    [`PUT /settings/${group.path}`]: {
      operationId: `change${capitals(group.path)}Settings`,
      summary: `Change the settings: ${title}`,
      scope: 'provider',
      may: ['system', 'update'],
      body: changesOf(group.schema.shape as Record<string, z.ZodType>),
      answers,
    },
  } satisfies Record<string, RouteContract>
}

/** Settings of the whole installation: each declared group is read and changed below `/settings`. */
export const settingContract = {
  ...(Object.assign({}, ...(settingGroups as readonly SettingGroup[]).map(callsOf)) as Calls),
  ...defineRoutes({
    'POST /settings/email/test': {
      operationId: 'sendTestMail',
      summary: 'Send a mail through the mail server',
      scope: 'provider',
      may: ['system', 'update'],
      body: z.strictObject({ to: z.email() }),
      answers: { 200: itemOf(z.object({ ok: z.boolean() })) },
    },
  }),
}
