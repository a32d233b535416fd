import { Button, SegmentedControl } from '@mantine/core'
import { audienceLabels } from '@weft/catalogue/resources/newsletter-campaign/newsletter-campaign.ts'
import { newsletterSettings } from '@weft/catalogue/resources/setting/newsletter.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { useSearchChoice } from '@weft/kit/ui/address.ts'
import { StatusDot } from '@weft/kit/ui/bits.tsx'
import { Ago } from '@weft/kit/ui/cells.tsx'
import { DataTable, type Column } from '@weft/kit/ui/data-table.tsx'
import { EmptyState } from '@weft/kit/ui/empty-state.tsx'
import { useFormats } from '@weft/kit/ui/format.ts'
import { useList } from '@weft/kit/ui/list.ts'
import { Page } from '@weft/kit/ui/page.tsx'
import { useMay } from '@weft/kit/ui/session.ts'
import { useLabel, useTexts } from '@weft/kit/ui/texts.ts'
import { IconNews, IconPlus } from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import { SettingsPanel } from '../settings/settings-panel.tsx'
import { MailTabs } from '../mail-templates/mail-tabs.tsx'
import { campaignPath, campaignTones, newsletterHome, totalOf, type CampaignListed } from './newsletter.ts'
import { Subscribers } from './subscribers.tsx'
import { campaignTexts } from './texts.ts'

const texts = defineMessages({
  title: { en: 'Newsletter', de: 'Newsletter' },
  about: {
    en: 'What you write to many at once, and who wants to read it.',
    de: 'Was Sie vielen auf einmal schreiben, und wer es lesen möchte.',
  },
  view: { en: 'Show', de: 'Anzeigen' },
  campaigns: { en: 'Newsletters', de: 'Newsletter' },
  recipients: { en: 'Subscribers', de: 'Abonnenten' },
  settings: { en: 'Settings', de: 'Einstellungen' },
  write: { en: 'Write newsletter', de: 'Newsletter schreiben' },
  name: { en: 'Name', de: 'Name' },
  audience: { en: 'Audience', de: 'Empfängerkreis' },
  status: { en: 'Status', de: 'Status' },
  out: { en: 'Sent', de: 'Gesendet' },
  of: { en: '{done} of {total}', de: '{done} von {total}' },
  failed: { en: 'Failed', de: 'Fehlgeschlagen' },
  begun: { en: 'Begun', de: 'Begonnen' },
  none: { en: 'No newsletters yet', de: 'Noch keine Newsletter' },
  find: { en: 'Search newsletters', de: 'Newsletter suchen' },
})

/** Newsletters, their subscribers and their settings. */
export function NewsletterScreen() {
  const t = useTexts(texts)
  const navigate = useNavigate()
  const may = useMay()
  const view = useSearchChoice('view', ['campaigns', 'recipients', 'settings'])
  const choice = (
    <SegmentedControl
      size="xs"
      aria-label={t.view()}
      value={view}
      onChange={(value) => void navigate({ to: '.', search: (value === 'campaigns' ? {} : { view: value }) as never })}
      data={[
        { value: 'campaigns', label: t.campaigns() },
        { value: 'recipients', label: t.recipients() },
        { value: 'settings', label: t.settings() },
      ]}
    />
  )
  const actions = (
    <>
      {choice}
      {may('system.create') && (
        <Button component={Link} to={`${newsletterHome}/create`} leftSection={<IconPlus size={15} />}>
          {t.write()}
        </Button>
      )}
    </>
  )
  const isList = view !== 'settings'
  return (
    <Page title={t.title()} subtitle={t.about()} tabs={<MailTabs />} actions={actions} fill={isList} bleed={isList}>
      {view === 'settings' ? (
        <div style={{ maxWidth: 720 }}>
          <SettingsPanel group={newsletterSettings} />
        </div>
      ) : view === 'recipients' ? (
        <Subscribers />
      ) : (
        <Campaigns />
      )}
    </Page>
  )
}

function Campaigns() {
  const t = useTexts(texts)
  const states = useTexts(campaignTexts)
  const read = useLabel()
  const formats = useFormats()
  const navigate = useNavigate()
  const list = useList(campaignPath, { refetchInterval: 5_000 })
  const columns: Column<CampaignListed>[] = [
    { key: 'label', title: t.name(), fixed: true, sortable: false, cell: (row) => row.label },
    { key: 'audience', title: t.audience(), sortable: false, cell: (row) => read(audienceLabels[row.audience]) },
    {
      key: 'status',
      title: t.status(),
      width: 150,
      sortable: false,
      cell: (row) => (
        <StatusDot tone={campaignTones[row.status]} pulse={row.status === 'sending'}>
          {states[row.status]()}
        </StatusDot>
      ),
    },
    {
      key: 'sent',
      title: t.out(),
      end: true,
      sortable: false,
      cell: (row) =>
        totalOf(row.counts) === 0
          ? '–'
          : t.of({ done: formats.number(row.counts.sent ?? 0), total: formats.number(totalOf(row.counts)) }),
    },
    {
      key: 'failed',
      title: t.failed(),
      end: true,
      sortable: false,
      cell: (row) => formats.number(row.counts.failed ?? 0),
    },
    {
      key: 'started_at',
      title: t.begun(),
      sortable: false,
      cell: (row) => (row.started_at ? <Ago at={row.started_at} /> : '–'),
    },
  ]
  return (
    <DataTable
      label={t.campaigns()}
      list={list}
      columns={columns}
      rowId={(row) => row.id}
      rowName={(row) => row.label}
      onOpen={(row) => void navigate({ to: `${newsletterHome}/${row.id}` })}
      find={t.find()}
      empty={<EmptyState icon={IconNews} title={t.none()} text={t.about()} />}
    />
  )
}
