import type { ReactNode } from 'react'
import s from './choice-list.module.css'

export type Choice = { id: string; tile: ReactNode; name: string; note: ReactNode; mark?: ReactNode }
type Section = { title: string; choices: readonly Choice[]; empty?: string }
type Props = { label: string; sections: readonly Section[]; chosen: string | undefined; choose: (id: string) => void }

/** What there is, in sections beside the one that is shown. */
export const ChoiceList = ({ label, sections, chosen, choose }: Props) => (
  <nav className={s['list']} aria-label={label}>
    {sections.map(({ title, choices, empty }) => (
      <section key={title}>
        <h2>{title}</h2>
        {choices.length === 0 && <p className="muted">{empty}</p>}
        <ul>
          {choices.map(({ id, tile, name, note, mark }) => (
            <li key={id}>
              <button type="button" aria-current={id === chosen || undefined} onClick={() => choose(id)}>
                {tile}
                <span>
                  <b>{name}</b>
                  <small>{note}</small>
                </span>
                {mark}
              </button>
            </li>
          ))}
        </ul>
      </section>
    ))}
  </nav>
)
