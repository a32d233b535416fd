import { Popover } from '@mantine/core'
import { useMay, useSession } from '@weft/kit/ui/session.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { IconSelector } from '@tabler/icons-react'
import { Fragment, useEffect, useState } from 'react'
import { Mark } from './mark.tsx'
import type { Level } from './scope-lists.ts'
import { ScopePanel } from './scope-panel.tsx'
import { scopeTexts } from './scope-texts.ts'
import { noPartner } from './selection.ts'
import s from './shell.module.css'

/** The levels somebody chooses at: what is their own or not theirs to see is no choice. */
function useLevels(): Level[] {
  const kind = useSession((value) => value.user?.kind)
  const may = useMay()
  if (kind === 'client') return ['project']
  const above: Level[] = kind === 'admin' && may('partners.view') ? ['partner'] : []
  return [...above, ...(may('tenants.view') ? (['client'] as const) : []), 'project']
}

/** Where one works: partner, tenant and project, one after the other; each opens the panel with its column in focus. */
export function ScopePath() {
  const t = useTexts(scopeTexts)
  const { user, ...selected } = useSession((session) => session)
  const levels = useLevels()
  const [at, setAt] = useState<Level>()
  const values = {
    partner: selected.partner?.id === noPartner.id ? { ...noPartner, name: t.withoutPartner() } : selected.partner,
    client: selected.client,
    project: selected.project,
  }
  const empty = { partner: t.choosePartner(), client: t.chooseClient(), project: t.chooseProject() }
  // What is chosen, and the next that can be; a tenant can be found without its partner.
  const next = values.client ? 'project' : values.partner ? 'client' : levels[0]
  const shown = levels.filter((level) => values[level] || level === next)
  const deepest = shown.at(-1)
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.code !== 'KeyP' || !event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
      event.preventDefault()
      setAt((now) => (now ? undefined : deepest))
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [deepest])
  if (!user) return null
  const own = user.kind === 'partner' ? values.partner : user.kind === 'client' ? values.client : undefined
  return (
    <Popover
      opened={at !== undefined}
      onChange={(opened) => !opened && setAt(undefined)}
      position="bottom-start"
      trapFocus
      returnFocus
      withRoles={false}
    >
      <Popover.Target>
        <div className={s['path']}>
          {own && (
            <span className={s['fixed']} data-level={user.kind}>
              <Mark name={own.name} />
              <span>{own.name}</span>
            </span>
          )}
          {shown.map((level, i) => (
            <Fragment key={level}>
              {(i > 0 || own) && <Slash />}
              <button
                type="button"
                className={s['scope']}
                data-level={level}
                aria-haspopup="dialog"
                aria-expanded={at === level}
                aria-label={values[level] ? `${t[level]()}: ${values[level].name}` : empty[level]}
                data-empty={!values[level] || undefined}
                onClick={() => setAt(at === level ? undefined : level)}
              >
                {values[level] && <Mark name={values[level].name} />}
                <span>{values[level]?.name ?? empty[level]}</span>
                <IconSelector size={13} aria-hidden />
              </button>
            </Fragment>
          ))}
        </div>
      </Popover.Target>
      <Popover.Dropdown className={s['scopePanel']} role="dialog" aria-label={t.where()} p={0}>
        {at && <ScopePanel levels={levels} at={at} onAt={setAt} onClose={() => setAt(undefined)} />}
      </Popover.Dropdown>
    </Popover>
  )
}

const Slash = () => (
  <span className={s['slash']} aria-hidden>
    /
  </span>
)
