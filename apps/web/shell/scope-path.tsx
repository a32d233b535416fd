import { Menu, TextInput } from '@mantine/core'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { useSession, type Selected } from '@weft/kit/ui/session.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { IconCheck, IconSearch, IconSelector, IconX } from '@tabler/icons-react'
import { useState, type CSSProperties } from 'react'
import {
  chooseClient,
  choosePartner,
  chooseProject,
  leanProject,
  loadClients,
  loadPartners,
  loadProjects,
  noPartner,
  skipProject,
  useLists,
} from './selection.ts'
import s from './shell.module.css'

export const scopeTexts = defineMessages({
  partner: { en: 'Partner', de: 'Partner' },
  client: { en: 'Tenant', de: 'Mandant' },
  project: { en: 'Project', de: 'Projekt' },
  withoutPartner: { en: 'Without a partner', de: 'Ohne Partner' },
  choosePartner: { en: 'Choose partner', de: 'Partner wählen' },
  chooseClient: { en: 'Choose tenant', de: 'Mandant wählen' },
  chooseProject: { en: 'Choose project', de: 'Projekt wählen' },
  find: { en: 'Search …', de: 'Suchen …' },
  loading: { en: 'Loading …', de: 'Wird geladen …' },
  none: { en: 'Nothing to choose from', de: 'Nichts zur Auswahl' },
  noneOf: { en: 'No selection', de: 'Keine Auswahl' },
})

/** The selected partner, client and project one after the other; each opens a list to choose from. */
export function ScopePath() {
  const t = useTexts(scopeTexts)
  const { user, partner, client, project, area } = useSession((session) => session)
  const lists = useLists((value) => value)
  if (!user) return null
  const named = (one: Selected | undefined) => (one?.id === noPartner.id ? { ...one, name: t.withoutPartner() } : one)
  const withPartner = user.kind === 'admin'
  const withClient = user.kind !== 'client' && (area === 'tenant' || area === 'project' || Boolean(client))
  const withProject = (area === 'project' || Boolean(project)) && Boolean(client)
  return (
    <div className={s['path']}>
      {withPartner ? (
        <Scope
          label={t.partner()}
          placeholder={t.choosePartner()}
          value={named(partner)}
          list={[...lists.partners, named(noPartner)!]}
          busy={lists.busy.partners > 0}
          onOpen={() => void loadPartners()}
          onChoose={(one) => void choosePartner(one?.id === noPartner.id ? noPartner : one)}
          clearable
        />
      ) : (
        <span className={s['fixed']}>
          <Mark name={(user.kind === 'partner' ? partner?.name : client?.name) ?? user.name} />
          {(user.kind === 'partner' ? partner?.name : client?.name) ?? ''}
        </span>
      )}
      {withClient && (
        <>
          <Slash />
          <Scope
            label={t.client()}
            placeholder={t.chooseClient()}
            value={client}
            list={lists.clients}
            busy={lists.busy.clients > 0}
            onOpen={() => partner && void loadClients(partner.id)}
            onChoose={(one) => void chooseClient(one)}
            clearable
          />
        </>
      )}
      {withProject && (
        <>
          <Slash />
          <Scope
            label={t.project()}
            placeholder={t.chooseProject()}
            value={project}
            list={lists.projects}
            busy={lists.busy.projects > 0}
            onOpen={() => void loadProjects()}
            onChoose={(one) => (one ? chooseProject(leanProject(one)) : skipProject())}
            clearable
          />
        </>
      )}
    </div>
  )
}

const Slash = () => (
  <span className={s['slash']} aria-hidden>
    /
  </span>
)

/** The first letter of a name on a tile of its colour. */
export const Mark = ({ name }: { name: string }) => (
  <span
    aria-hidden
    className={s['mono']}
    style={
      {
        '--mark': `var(--mark-${1 + ([...name].reduce((sum, letter) => sum + letter.charCodeAt(0), 0) % 5)})`,
      } as CSSProperties
    }
  >
    {name[0]?.toUpperCase()}
  </span>
)

type Named = { id: string; name: string }
type Props<T extends Named> = {
  label: string
  placeholder: string
  value: Named | undefined
  list: T[]
  busy: boolean
  onOpen: () => void
  onChoose: (chosen: T | undefined) => void
  clearable?: boolean
}

function Scope<T extends Named>({ label, placeholder, value, list, busy, onOpen, onChoose, clearable }: Props<T>) {
  const t = useTexts(scopeTexts)
  const [term, setTerm] = useState('')
  const found = list.filter(({ name }) => name.toLowerCase().includes(term.toLowerCase()))
  return (
    <Menu position="bottom-start" width={264} onOpen={onOpen} onClose={() => setTerm('')}>
      <Menu.Target>
        <button
          type="button"
          className={s['scope']}
          aria-label={value ? `${label}: ${value.name}` : placeholder}
          data-empty={!value || undefined}
        >
          {value && <Mark name={value.name} />}
          <span>{value?.name ?? placeholder}</span>
          <IconSelector size={13} aria-hidden />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <TextInput
          aria-label={t.find()}
          placeholder={t.find()}
          value={term}
          onChange={(event) => setTerm(event.currentTarget.value)}
          leftSection={<IconSearch size={14} />}
          mb={4}
          data-autofocus
        />
        <Menu.Label>{label}</Menu.Label>
        <div className={s['options']}>
          {found.map((one) => (
            <Menu.Item
              key={one.id}
              leftSection={<Mark name={one.name} />}
              rightSection={one.id === value?.id ? <IconCheck size={14} /> : undefined}
              onClick={() => onChoose(one)}
            >
              {one.name}
            </Menu.Item>
          ))}
          {found.length === 0 && <p className={s['noOptions']}>{busy ? t.loading() : t.none()}</p>}
        </div>
        {clearable && value && (
          <>
            <Menu.Divider />
            <Menu.Item leftSection={<IconX size={14} />} onClick={() => onChoose(undefined)}>
              {t.noneOf()}
            </Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
