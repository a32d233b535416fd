import { stepTitles, type StepKey } from '@weft/engine/provisioning/texts.ts'
import type { AccountKind } from '@weft/kit/define/account-draft.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { Wizard } from '@weft/kit/ui/wizard.tsx'
import { useNavigate } from '@tanstack/react-router'
import { useAccountHome } from './account.ts'
import { DraftForm } from './draft-form.tsx'
import { Summary } from './summary.tsx'
import { useDraft } from './use-draft.ts'

const texts = defineMessages({
  tenantTitle: { en: 'Create tenant', de: 'Mandant anlegen' },
  tenantHeading: { en: 'Who is the tenant?', de: 'Wer ist der Mandant?' },
  partnerTitle: { en: 'Create partner', de: 'Partner anlegen' },
  partnerHeading: { en: 'Who is the partner?', de: 'Wer ist der Partner?' },
  lead: {
    en: 'Nine steps then create databases, storage, access and queues. Each can be repeated, and all of them taken back.',
    de: 'Danach legen neun Schritte Datenbanken, Speicher, Zugänge und Warteschlangen an. Jeder lässt sich wiederholen, und alle lassen sich zurücknehmen.',
  },
  nothingYet: { en: 'Nothing is created before you continue.', de: 'Bevor Sie fortfahren, wird nichts angelegt.' },
})

/** What the account shall be; continuing begins the setup. */
export function DraftPage({ kind }: { kind: AccountKind }) {
  const t = useTexts(texts)
  const titles = useTexts(stepTitles)
  const navigate = useNavigate()
  const home = useAccountHome(kind)
  const draft = useDraft(kind)
  const words =
    kind === 'partner'
      ? { title: t.partnerTitle(), heading: t.partnerHeading() }
      : { title: t.tenantTitle(), heading: t.tenantHeading() }
  const keys = Object.keys(stepTitles) as StepKey[]
  return (
    <Wizard
      title={words.title}
      steps={keys.map((key, i) => ({
        key,
        title: titles[key](),
        state: 'pending' as const,
        heading: words.heading,
        text: t.lead(),
        content: i === 0 ? <DraftForm kind={kind} draft={draft} /> : null,
      }))}
      current={keys[0]!}
      onGo={() => {}}
      onNext={draft.begin}
      onCancel={() => void navigate({ to: home })}
      nextLabel={words.title}
      busy={draft.busy}
      note={t.nothingYet()}
      aside={<Summary kind={kind} draft={draft.values} />}
    />
  )
}
