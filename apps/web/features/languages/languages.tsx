import { Button } from '@mantine/core'
import { hasWords, languageDraft, languageLabels } from '@weft/catalogue/resources/language/language.ts'
import type { ListRow, Sent } from '@weft/kit/contracts/client.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { api } from '@weft/kit/ui/api.ts'
import { Badge, StatusDot } from '@weft/kit/ui/bits.tsx'
import { confirm } from '@weft/kit/ui/confirm.tsx'
import { DataTable, type Column } from '@weft/kit/ui/data-table.tsx'
import { Dialog } from '@weft/kit/ui/dialog.tsx'
import { EmptyState } from '@weft/kit/ui/empty-state.tsx'
import { useRows } from '@weft/kit/ui/list.ts'
import { Page } from '@weft/kit/ui/page.tsx'
import { refresh } from '@weft/kit/ui/queries.ts'
import { useSubmit } from '@weft/kit/ui/submit.ts'
import { useMay } from '@weft/kit/ui/session.ts'
import { SettingsForm } from '@weft/kit/ui/settings-form.tsx'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { toastSaved } from '@weft/kit/ui/toast.tsx'
import { IconLanguage, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

const texts = defineMessages({
  title: { en: 'Languages', de: 'Sprachen' },
  about: {
    en: 'Which ones the interface and its mails are offered in, and which records are translated from and into.',
    de: 'In welchen die Oberfläche und ihre E-Mails angeboten und aus welchen und in welche Datensätze übersetzt werden.',
  },
  add: { en: 'Add language', de: 'Sprache hinzufügen' },
  find: { en: 'Search languages', de: 'Sprachen suchen' },
  label: { en: 'Label', de: 'Bezeichnung' },
  name: { en: 'Name', de: 'Name' },
  short: { en: 'Short', de: 'Kürzel' },
  code: { en: 'ISO code', de: 'ISO-Code' },
  interface: { en: 'Interface and mails', de: 'Oberfläche und E-Mails' },
  records: { en: 'Records', de: 'Datensätze' },
  offered: { en: 'Offered', de: 'Angeboten' },
  off: { en: 'Off', de: 'Aus' },
  default: { en: 'Default', de: 'Standard' },
  none: { en: 'No language', de: 'Keine Sprache' },
  save: { en: 'Save', de: 'Speichern' },
  remove: { en: 'Delete', de: 'Löschen' },
  sure: { en: 'Delete “{name}”?', de: '„{name}“ löschen?' },
  sureText: { en: 'It is no longer offered for records.', de: 'Sie wird für Datensätze nicht mehr angeboten.' },
})

const path = '/languages'
type Row = ListRow<'/languages/all'>
type Draft = Required<Sent<'POST', typeof path>>
const blank: Draft = {
  label: '',
  name: '',
  short: '',
  iso_code: '',
  records: true,
  interface: false,
  is_default: false,
}

/** The languages the provider keeps. */
export function LanguagesScreen() {
  const t = useTexts(texts)
  const may = useMay()
  const [edited, setEdited] = useState<Row | 'new'>()
  const { data, isFetching, error, refetch } = useQuery({
    queryKey: [path, 'all'],
    queryFn: ({ signal }) => api.get(`${path}/all`, {}, { signal, quiet: true }),
  })
  const list = useRows(data?.data, {
    perPage: 50,
    busy: isFetching && !data,
    error,
    reload: () => void refetch(),
    search: ['label', 'name', 'short', 'iso_code'],
  })
  const state = (on: boolean) => <StatusDot tone={on ? 'green' : 'slate'}>{on ? t.offered() : t.off()}</StatusDot>
  const columns: Column<Row>[] = [
    { key: 'label', title: t.label(), fixed: true, cell: (row) => <span lang={row.short}>{row.label}</span> },
    { key: 'name', title: t.name(), cell: (row) => row.name },
    { key: 'short', title: t.short(), cell: (row) => <span className="mono">{row.short}</span> },
    { key: 'iso_code', title: t.code(), cell: (row) => <span className="mono">{row.iso_code}</span> },
    {
      key: 'interface',
      title: t.interface(),
      cell: (row) => (
        <span style={{ display: 'inline-flex', gap: 8 }}>
          {hasWords(row.short) ? state(row.interface) : <span className="muted">–</span>}
          {row.is_default && <Badge tone="blue">{t.default()}</Badge>}
        </span>
      ),
    },
    { key: 'records', title: t.records(), cell: (row) => state(row.records) },
  ]
  const add = may('system.create') && (
    <Button leftSection={<IconPlus size={15} />} onClick={() => setEdited('new')}>
      {t.add()}
    </Button>
  )
  return (
    <Page title={t.title()} subtitle={t.about()} fill bleed actions={add}>
      <DataTable
        label={t.title()}
        list={list}
        columns={columns}
        rowId={(row) => String(row.id)}
        rowName={(row) => row.label}
        onOpen={(row) => setEdited(row)}
        find={t.find()}
        remember="languages"
        empty={<EmptyState icon={IconLanguage} title={t.none()} />}
      />
      {edited && <Edit language={edited === 'new' ? undefined : edited} onClose={() => setEdited(undefined)} />}
    </Page>
  )
}

function Edit({ language, onClose }: { language: Row | undefined; onClose: () => void }) {
  const t = useTexts(texts)
  const may = useMay()
  const [value, setValue] = useState<Draft>(() => {
    if (!language) return blank
    const { label, name, short, iso_code, records, interface: offered, is_default } = language
    return { label, name, short, iso_code, records, interface: offered, is_default }
  })
  const { busy, errors, send } = useSubmit()
  const spoken = hasWords(value.short)
  const done = async () => {
    await refresh(path)
    onClose()
  }
  const save = () =>
    send(async () => {
      await (language ? api.put(`${path}/${language.id}`, value) : api.post(path, value))
      toastSaved(value.label)
      await done()
    })
  const remove = async () => {
    if (
      !(await confirm({
        title: t.sure({ name: language!.label }),
        text: t.sureText(),
        action: t.remove(),
        danger: true,
      }))
    )
      return
    await api.delete(`${path}/${language!.id}`)
    await done()
  }
  const removal = language && !hasWords(language.short) && may('system.delete') && (
    <Button variant="subtle" color="red" onClick={() => void remove()}>
      {t.remove()}
    </Button>
  )
  return (
    <Dialog
      onClose={onClose}
      title={language?.label ?? t.add()}
      size={460}
      beside={removal}
      actions={
        may('system.update') && (
          <Button loading={busy} onClick={() => void save()}>
            {t.save()}
          </Button>
        )
      }
    >
      <SettingsForm
        schema={languageDraft}
        labels={languageLabels.fields}
        value={value}
        onChange={setValue}
        errors={errors}
        hide={spoken ? [] : ['interface', 'is_default']}
        disabled={!may('system.update')}
      />
    </Dialog>
  )
}
