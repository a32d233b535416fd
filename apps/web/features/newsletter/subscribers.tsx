import { Button, Select, Textarea } from '@mantine/core'
import { defineMessages, languages, type Language } from '@weft/kit/messages/messages.ts'
import { api } from '@weft/kit/ui/api.ts'
import { StatusDot, type Tone } from '@weft/kit/ui/bits.tsx'
import { Ago } from '@weft/kit/ui/cells.tsx'
import { confirm } from '@weft/kit/ui/confirm.tsx'
import { DataTable, type Column } from '@weft/kit/ui/data-table.tsx'
import { Dialog } from '@weft/kit/ui/dialog.tsx'
import { EmptyState } from '@weft/kit/ui/empty-state.tsx'
import { useLanguage } from '@weft/kit/ui/language.ts'
import { useList } from '@weft/kit/ui/list.ts'
import { refresh } from '@weft/kit/ui/queries.ts'
import { allAt, useSubmit } from '@weft/kit/ui/submit.ts'
import { useMay } from '@weft/kit/ui/session.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { toast } from '@weft/kit/ui/toast.tsx'
import { IconMailOff, IconTrash, IconUserPlus, IconUsers } from '@tabler/icons-react'
import { useState } from 'react'
import { subscriberPath, type Subscriber } from './newsletter.ts'

const texts = defineMessages({
  label: { en: 'Subscribers', de: 'Abonnenten' },
  email: { en: 'Address', de: 'Adresse' },
  name: { en: 'Name', de: 'Name' },
  language: { en: 'Language', de: 'Sprache' },
  status: { en: 'Status', de: 'Status' },
  source: { en: 'Entered by', de: 'Eingetragen durch' },
  since: { en: 'Since', de: 'Seit' },
  pending: { en: 'Not confirmed', de: 'Nicht bestätigt' },
  subscribed: { en: 'Subscribed', de: 'Abonniert' },
  unsubscribed: { en: 'Ended', de: 'Abbestellt' },
  all: { en: 'All', de: 'Alle' },
  admin: { en: 'Administration', de: 'Verwaltung' },
  page: { en: 'Own wish', de: 'Eigener Wunsch' },
  mail: { en: 'Link in a mail', de: 'Link in einer E-Mail' },
  find: { en: 'Search subscribers', de: 'Abonnenten suchen' },
  none: { en: 'No subscribers yet', de: 'Noch keine Abonnenten' },
  noneText: {
    en: 'Whoever is entered is asked by mail first.',
    de: 'Wer eingetragen wird, wird zuerst per E-Mail gefragt.',
  },
  add: { en: 'Enter addresses', de: 'Adressen eintragen' },
  addHelp: {
    en: 'Several by comma or semicolon. Each is asked by mail and gets the newsletter only after following the link in it.',
    de: 'Mehrere durch Komma oder Semikolon. Jede wird per E-Mail gefragt und erhält den Newsletter erst, wenn sie dem Link darin folgt.',
  },
  asked: {
    en: '{count, plural, one {One address was asked} other {# addresses were asked}}',
    de: '{count, plural, one {Eine Adresse wurde gefragt} other {# Adressen wurden gefragt}}',
  },
  en: { en: 'English', de: 'Englisch' },
  de: { en: 'German', de: 'Deutsch' },
  end: { en: 'End newsletter', de: 'Abbestellen' },
  remove: { en: 'Delete', de: 'Löschen' },
  sure: {
    en: '{count, plural, one {Delete this subscriber?} other {Delete # subscribers?}}',
    de: '{count, plural, one {Diesen Abonnenten löschen?} other {# Abonnenten löschen?}}',
  },
  sureText: {
    en: 'Who has ended the newsletter can be entered again after that.',
    de: 'Wer den Newsletter abbestellt hat, kann danach wieder eingetragen werden.',
  },
  done: { en: 'Done', de: 'Erledigt' },
})

const tones: Record<Subscriber['status'], Tone> = { pending: 'amber', subscribed: 'green', unsubscribed: 'slate' }

/** Who gets newsletters, who has not answered yet, and who wants none. */
export function Subscribers() {
  const t = useTexts(texts)
  const may = useMay()
  const [adding, setAdding] = useState(false)
  const list = useList(subscriberPath, { filters: ['status'], sort: '-created_at' })
  const columns: Column<Subscriber>[] = [
    { key: 'email', title: t.email(), fixed: true, cell: (row) => row.email },
    { key: 'name', title: t.name(), cell: (row) => row.name || '–' },
    { key: 'language', title: t.language(), width: 110, sortable: false, cell: (row) => t[row.language]() },
    {
      key: 'status',
      title: t.status(),
      width: 150,
      cell: (row) => <StatusDot tone={tones[row.status]}>{t[row.status]()}</StatusDot>,
    },
    { key: 'source', title: t.source(), sortable: false, cell: (row) => t[row.source]() },
    { key: 'created_at', title: t.since(), cell: (row) => <Ago at={row.created_at} /> },
  ]
  const views = {
    filter: 'status',
    options: [
      { value: '', title: t.all() },
      ...(['subscribed', 'pending', 'unsubscribed'] as const).map((value) => ({ value, title: t[value]() })),
    ],
  }
  const forEach = async (ids: string[], clear: () => void, work: (id: string) => Promise<unknown>) => {
    for (const id of ids) await work(id)
    clear()
    await refresh(subscriberPath)
    toast({ title: t.done(), tone: 'green' })
  }
  const bulk = (ids: string[], clear: () => void) => (
    <>
      <Button
        size="xs"
        variant="default"
        leftSection={<IconMailOff size={14} />}
        onClick={() => void forEach(ids, clear, (id) => api.put(`${subscriberPath}/${id}`, { status: 'unsubscribed' }))}
      >
        {t.end()}
      </Button>
      <Button
        size="xs"
        variant="danger"
        leftSection={<IconTrash size={14} />}
        onClick={() =>
          void confirm({
            title: t.sure({ count: ids.length }),
            text: t.sureText(),
            action: t.remove(),
            danger: true,
          }).then((yes) => (yes ? forEach(ids, clear, (id) => api.delete(`${subscriberPath}/${id}`)) : undefined))
        }
      >
        {t.remove()}
      </Button>
    </>
  )
  const tools = may('system.create') && (
    <Button size="xs" variant="default" leftSection={<IconUserPlus size={14} />} onClick={() => setAdding(true)}>
      {t.add()}
    </Button>
  )
  return (
    <>
      <DataTable
        label={t.label()}
        list={list}
        columns={columns}
        rowId={(row) => row.id}
        rowName={(row) => row.email}
        find={t.find()}
        views={views}
        tools={tools}
        {...(may('system.update') && { bulk })}
        empty={<EmptyState icon={IconUsers} title={t.none()} text={t.noneText()} />}
      />
      {adding && <Add onClose={() => setAdding(false)} />}
    </>
  )
}

function Add({ onClose }: { onClose: () => void }) {
  const t = useTexts(texts)
  const own = useLanguage()
  const [emails, setEmails] = useState('')
  const [language, setLanguage] = useState<Language>(own)
  const { busy, setErrors, send, errorAt } = useSubmit(allAt('emails'))
  const add = () =>
    send(async () => {
      const { data } = await api.post(subscriberPath, { emails, language })
      toast({ title: t.asked({ count: data.filter(({ mail }) => mail !== 'none').length }), tone: 'green' })
      await refresh(subscriberPath)
      onClose()
    })
  return (
    <Dialog
      onClose={onClose}
      title={t.add()}
      size={520}
      actions={
        <Button loading={busy} disabled={emails.trim() === ''} onClick={() => void add()}>
          {t.add()}
        </Button>
      }
    >
      <div className="stack">
        <Textarea
          label={t.email()}
          description={t.addHelp()}
          rows={4}
          value={emails}
          error={errorAt('emails')}
          data-autofocus
          onChange={(event) => {
            setEmails(event.currentTarget.value)
            setErrors({})
          }}
        />
        <Select
          label={t.language()}
          allowDeselect={false}
          value={language}
          data={languages.map((value) => ({ value, label: t[value]() }))}
          onChange={(value) => setLanguage(value as Language)}
        />
      </div>
    </Dialog>
  )
}
