import { mailAreaLabels, mailAreas } from '@weft/kit/define/mail.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { api } from '@weft/kit/ui/api.ts'
import { Badge } from '@weft/kit/ui/bits.tsx'
import { DataTable, type Column } from '@weft/kit/ui/data-table.tsx'
import { EmptyState } from '@weft/kit/ui/empty-state.tsx'
import { useRows } from '@weft/kit/ui/list.ts'
import { Page } from '@weft/kit/ui/page.tsx'
import { useLabel, useTexts } from '@weft/kit/ui/texts.ts'
import { IconMail } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { MailTabs } from './mail-tabs.tsx'
import { providerLevel, tenantLevel, type Level, type Listed } from './level.ts'

const texts = defineMessages({
  title: { en: 'Email templates', de: 'E-Mail-Vorlagen' },
  about: {
    en: 'What the mails of this installation say, in each language.',
    de: 'Was die E-Mails dieser Installation sagen, in jeder Sprache.',
  },
  ownTitle: { en: 'Emails', de: 'E-Mails' },
  ownAbout: {
    en: 'What the mails of your workflows say, in each language.',
    de: 'Was die E-Mails Ihrer Workflows sagen, in jeder Sprache.',
  },
  name: { en: 'Mail', de: 'E-Mail' },
  area: { en: 'Area', de: 'Bereich' },
  className: { en: 'Class', de: 'Klasse' },
  about_: { en: 'When it is sent', de: 'Wann sie gesendet wird' },
  words: { en: 'Words', de: 'Wortlaut' },
  shipped: { en: 'As shipped', de: 'Wie ausgeliefert' },
  usual: { en: 'As the provider has it', de: 'Wie vom Anbieter' },
  changed: { en: 'Own: {languages}', de: 'Eigener: {languages}' },
  find: { en: 'Search mails', de: 'E-Mails suchen' },
  none: { en: 'No mails', de: 'Keine E-Mails' },
})

function Templates({ level, title, about, layout }: { level: Level; title: string; about: string; layout?: boolean }) {
  const t = useTexts(texts)
  const read = useLabel()
  const navigate = useNavigate()
  const { data, isFetching, error, refetch } = useQuery({
    queryKey: [level.path],
    queryFn: ({ signal }) => api.get(level.path, {}, { signal, quiet: true }),
  })
  const rows = data?.data.toSorted((a, b) => mailAreas.indexOf(a.area) - mailAreas.indexOf(b.area))
  const list = useRows(rows, {
    perPage: 50,
    busy: isFetching,
    error,
    reload: () => void refetch(),
    search: ['name', 'class_name', 'help'],
  })
  const columns: Column<Listed>[] = [
    { key: 'name', title: t.name(), fixed: true, cell: (row) => row.name },
    { key: 'area', title: t.area(), width: 130, cell: (row) => read(mailAreaLabels[row.area]) },
    { key: 'help', title: t.about_(), sortable: false, cell: (row) => <span className="muted">{row.help}</span> },
    {
      key: 'class_name',
      title: t.className(),
      width: 190,
      hidden: true,
      cell: (row) => <span className="mono">{row.class_name}</span>,
    },
    {
      key: 'changed',
      title: t.words(),
      width: 190,
      sortable: false,
      cell: (row) =>
        row.changed.length > 0 ? (
          <Badge tone="blue">{t.changed({ languages: row.changed.map((one) => one.toUpperCase()).join(', ') })}</Badge>
        ) : (
          <span className="muted">{layout ? t.shipped() : t.usual()}</span>
        ),
    },
  ]
  return (
    <Page title={title} subtitle={about} {...(layout && { tabs: <MailTabs /> })} fill bleed>
      <DataTable
        label={title}
        list={list}
        columns={columns}
        rowId={(row) => row.class_name}
        rowName={(row) => row.name}
        onOpen={(row) => void navigate({ to: `${level.home}/${row.class_name}` })}
        find={t.find()}
        empty={<EmptyState icon={IconMail} title={t.none()} />}
      />
    </Page>
  )
}

/** Every kind of mail and how the provider words it. */
export function MailTemplatesScreen() {
  const t = useTexts(texts)
  return <Templates level={providerLevel} title={t.title()} about={t.about()} layout />
}

/** The kinds of mail a tenant's workflows send and how it words them. */
export function OwnMailsScreen() {
  const t = useTexts(texts)
  return <Templates level={tenantLevel} title={t.ownTitle()} about={t.ownAbout()} />
}
