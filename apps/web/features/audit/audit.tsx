import { Select } from '@mantine/core'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { Avatar, Badge, StatusDot } from '@weft/kit/ui/bits.tsx'
import { DataTable, type Column } from '@weft/kit/ui/data-table.tsx'
import { EmptyState } from '@weft/kit/ui/empty-state.tsx'
import { useFormats } from '@weft/kit/ui/format.ts'
import { ListFilter } from '@weft/kit/ui/list-filter.tsx'
import { useList } from '@weft/kit/ui/list.ts'
import { Page } from '@weft/kit/ui/page.tsx'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { IconHistory } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { useLevel } from '../shared/level.ts'
import s from './audit.module.css'
import { useEntityName, useEntryAction, type AuditEntry } from './entry.ts'
import { EntryDetails } from './entry-details.tsx'
import { entryActions, filterable, filterActions } from './texts.ts'

const texts = defineMessages({
  title: { en: 'Audit log', de: 'Prüfprotokoll' },
  about: {
    en: 'Who did what, from where, before and after. Nobody can change it.',
    de: 'Wer was getan hat, von wo, vorher und nachher. Niemand kann es ändern.',
  },
  find: { en: 'Search person, entry, address', de: 'Person, Eintrag, Adresse suchen' },
  when: { en: 'When', de: 'Wann' },
  who: { en: 'Who', de: 'Wer' },
  did: { en: 'Did', de: 'Vorgang' },
  what: { en: 'What', de: 'Was' },
  from: { en: 'From', de: 'Von' },
  tenant: { en: 'Tenant', de: 'Mandant' },
  product: { en: 'Weft itself', de: 'Weft selbst' },
  support: { en: 'Support', de: 'Support' },
  anyAction: { en: 'Every action', de: 'Jeder Vorgang' },
  anyEntity: { en: 'Everything', de: 'Alles' },
  action: { en: 'Action', de: 'Vorgang' },
  entity: { en: 'About', de: 'Worüber' },
  period: { en: 'Period', de: 'Zeitraum' },
  day: { en: 'Last 24 hours', de: 'Letzte 24 Stunden' },
  week: { en: 'Last week', de: 'Letzte Woche' },
  month: { en: 'Last month', de: 'Letzter Monat' },
  ever: { en: 'All time', de: 'Gesamte Zeit' },
  none: { en: 'Nothing happened yet', de: 'Noch ist nichts geschehen' },
})

const days = { day: 1, week: 7, month: 30 } as const

/** The log of a level, newest first, with what each change was. */
export function AuditScreen() {
  const t = useTexts(texts)
  const actions = useTexts(entryActions)
  const entityOf = useEntityName()
  const told = useEntryAction()
  const formats = useFormats()
  const { kind, headers } = useLevel()
  const [period, setPeriod] = useState<keyof typeof days | 'ever'>('month')
  const [opened, setOpened] = useState<string>()
  const from = useMemo(
    () => (period === 'ever' ? undefined : new Date(Date.now() - days[period] * 86_400_000).toISOString()),
    [period],
  )
  const list = useList('/audit_logs', {
    sort: '-at',
    filters: ['action', 'entity'],
    query: { from },
    headers,
  })
  const columns: Column<AuditEntry>[] = [
    {
      key: 'at',
      title: t.when(),
      fixed: true,
      width: 150,
      cell: (row) => (
        <time dateTime={row.at} title={formats.exactTime(row.at)}>
          {formats.dateTime(row.at)}
        </time>
      ),
    },
    {
      key: 'actor',
      title: t.who(),
      sortable: false,
      cell: (row) => (
        <span className={s['who']}>
          <Avatar name={row.actor || 'Weft'} />
          <span>{row.actor || t.product()}</span>
          {row.support_access_id && <Badge tone="amber">{t.support()}</Badge>}
        </span>
      ),
    },
    {
      key: 'action',
      title: t.did(),
      sortable: false,
      cell: (row) => <StatusDot tone={told(row).tone}>{told(row).word}</StatusDot>,
    },
    {
      key: 'entity',
      title: t.what(),
      sortable: false,
      cell: (row) => (
        <span className={s['what']}>
          <span className="muted">{entityOf(row.entity)}</span> {row.entity_name}
        </span>
      ),
    },
    { key: 'address', title: t.from(), sortable: false, cell: (row) => <code>{row.address || '–'}</code> },
    ...(kind === 'client'
      ? []
      : [{ key: 'tenant', title: t.tenant(), sortable: false, cell: (row: AuditEntry) => row.tenant_name ?? '–' }]),
  ]
  return (
    <Page title={t.title()} subtitle={t.about()} fill bleed>
      <div className={s['frame']} data-open={opened !== undefined || undefined}>
        <DataTable
          label={t.title()}
          list={list}
          columns={columns}
          rowId={(row) => row.id}
          rowName={(row) => `${row.actor} ${row.entity_name}`}
          onOpen={(row) => setOpened(row.id)}
          find={t.find()}
          remember="audit"
          tools={
            <>
              <Select
                size="xs"
                w={150}
                aria-label={t.period()}
                allowDeselect={false}
                value={period}
                onChange={(value) => value && setPeriod(value)}
                data={[
                  { value: 'day', label: t.day() },
                  { value: 'week', label: t.week() },
                  { value: 'month', label: t.month() },
                  { value: 'ever', label: t.ever() },
                ]}
              />
              <ListFilter
                list={list}
                name="action"
                label={t.action()}
                w={150}
                placeholder={t.anyAction()}
                clearable
                data={filterActions.map((name) => ({ value: name, label: actions[name]() }))}
              />
              <ListFilter
                list={list}
                name="entity"
                label={t.entity()}
                w={170}
                placeholder={t.anyEntity()}
                clearable
                searchable
                data={filterable.map((name) => ({ value: name, label: entityOf(name) }))}
              />
            </>
          }
          empty={<EmptyState icon={IconHistory} title={t.none()} />}
        />
        {opened && <EntryDetails key={opened} id={opened} close={() => setOpened(undefined)} open={setOpened} />}
      </div>
    </Page>
  )
}
