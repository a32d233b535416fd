import { Button, Menu } from '@mantine/core'
import { IconBroadcast, IconChevronDown, IconGitCompare, IconPencil, IconTrash, IconUser } from '@tabler/icons-react'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { useFormats } from '@weft/kit/ui/format.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import s from './draft-strip.module.css'
import { useDraftActions, type Drafts } from './use-drafts.ts'

const texts = defineMessages({
  which: { en: 'Which version you see', de: 'Welche Fassung Sie sehen' },
  draftsOnly: {
    en: 'You see the live version {version}. What you save becomes your draft; it runs once you publish it.',
    de: 'Sie sehen die Live-Fassung {version}. Was Sie speichern, wird Ihr Entwurf; er läuft, sobald Sie ihn veröffentlichen.',
  },
  liveOnly: {
    en: 'You see the live version {version}, to look at. Your own draft is beside it.',
    de: 'Sie sehen die Live-Fassung {version} zur Ansicht. Ihr eigener Entwurf liegt daneben.',
  },
  liveView: { en: 'You see the live version {version}.', de: 'Sie sehen die Live-Fassung {version}.' },
  own: {
    en: 'You see your draft. Version {version} stays live.',
    de: 'Sie sehen Ihren Entwurf. Live bleibt Version {version}.',
  },
  behind: {
    en: 'You see your draft, begun from version {base}. Meanwhile version {version} is live: compare before you publish.',
    de: 'Sie sehen Ihren Entwurf, begonnen aus Version {base}. Inzwischen ist Version {version} live: Vergleichen Sie vor dem Veröffentlichen.',
  },
  other: {
    en: 'You see the draft of {name}, to look at. Version {version} stays live.',
    de: 'Sie sehen den Entwurf von {name} zur Ansicht. Live bleibt Version {version}.',
  },
  saved: { en: 'Saved {when}', de: 'Gespeichert {when}' },
  compare: { en: 'Compare with live', de: 'Mit Live vergleichen' },
  discard: { en: 'Discard', de: 'Verwerfen' },
  take: { en: 'Take over as my draft', de: 'Als meinen Entwurf übernehmen' },
  show: { en: 'Show', de: 'Anzeigen' },
  toLive: { en: 'Live version {version}', de: 'Live-Fassung {version}' },
  toOwn: { en: 'My draft', de: 'Mein Entwurf' },
  toOther: { en: 'Draft of {name}', de: 'Entwurf von {name}' },
  saveFirst: {
    en: 'Save or undo your changes first.',
    de: 'Speichern Sie zuerst Ihre Änderungen, oder nehmen Sie sie zurück.',
  },
})

type Props = {
  drafts: Drafts
  may: boolean
  isDirty: boolean
  /** Nothing is saved but drafts, and the head says when. */
  draftsOnly?: boolean
  onCompare(): void
}

/** Which version of a thing one sees, and the way to the others; nothing where there is one only, and it is saved as it is. */
export function DraftStrip({ drafts, may, isDirty, draftsOnly = false, onCompare }: Props) {
  const t = useTexts(texts)
  const { version, own, isOwn, draft, seen } = drafts
  const { discard, takeOver } = useDraftActions(drafts)
  const formats = useFormats()
  if (version === undefined || (seen === 'live' && !draftsOnly && !drafts.drafts?.length)) return null
  const compare = (
    <Button size="compact-xs" variant="subtle" leftSection={<IconGitCompare size={13} />} onClick={onCompare}>
      {t.compare()}
    </Button>
  )
  return (
    <section className={s['strip']} aria-label={t.which()} data-draft={seen !== 'live' || undefined}>
      <span className={s['text']}>
        {seen === 'live' ? <IconBroadcast size={15} /> : isOwn ? <IconPencil size={15} /> : <IconUser size={15} />}
        <span role="status">{words()}</span>
        {draft && !draftsOnly && <span>{t.saved({ when: formats.ago(draft.updated_at) })}</span>}
      </span>
      <span className={s['actions']}>
        {draft && compare}
        {isOwn && may && (
          <Button
            size="compact-xs"
            variant="subtle"
            leftSection={<IconTrash size={13} />}
            onClick={() => void discard()}
          >
            {t.discard()}
          </Button>
        )}
        {draft && !isOwn && may && (
          <Button size="compact-xs" variant="default" onClick={() => void takeOver()}>
            {t.take()}
          </Button>
        )}
        <Others version={version} drafts={drafts} isDirty={isDirty} />
      </span>
    </section>
  )

  function words() {
    if (seen === 'live') return liveWords({ version: version! })
    if (!isOwn) return t.other({ name: draft?.author_name ?? '', version: version! })
    return own!.base_version === version ? t.own({ version }) : t.behind({ base: own!.base_version, version: version! })
  }

  function liveWords(at: { version: number }) {
    if (own) return t.liveOnly(at)
    return may && draftsOnly ? t.draftsOnly(at) : t.liveView(at)
  }
}

type OthersProps = Pick<Props, 'drafts' | 'isDirty'> & { version: number }

/** The live version and every draft but the one that is seen. */
function Others({ version, drafts: { drafts = [], seen, see }, isDirty }: OthersProps) {
  const t = useTexts(texts)
  const formats = useFormats()
  const others = drafts.filter(({ id }) => id !== seen)
  if (others.length === 0 && seen === 'live') return null
  return (
    <Menu position="bottom-end" width={280}>
      <Menu.Target>
        <Button
          size="compact-xs"
          variant="default"
          disabled={isDirty}
          title={isDirty ? t.saveFirst() : undefined}
          rightSection={<IconChevronDown size={13} />}
        >
          {t.show()}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {seen !== 'live' && (
          <Menu.Item leftSection={<IconBroadcast size={15} />} onClick={() => see('live')}>
            {t.toLive({ version })}
          </Menu.Item>
        )}
        {others.map(({ id, is_own, author_name, updated_at }) => (
          <Menu.Item
            key={id}
            leftSection={is_own ? <IconPencil size={15} /> : <IconUser size={15} />}
            rightSection={<small className="muted">{formats.ago(updated_at)}</small>}
            onClick={() => see(id)}
          >
            {is_own ? t.toOwn() : t.toOther({ name: author_name })}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
