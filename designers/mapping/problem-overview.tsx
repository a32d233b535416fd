import { IconCheck } from '@tabler/icons-react'
import type { MappingProblem } from '@weft/kit/define/mapping.ts'
import { say } from '@weft/kit/messages/messages.ts'
import { useLanguage } from '@weft/kit/ui/language.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import s from './mapping-designer.module.css'
import { texts } from './texts.ts'

/** Nothing chosen: what is still wrong, and how it is done. */
export function ProblemOverview({
  problems,
  subjectOf,
  picked,
  onGo,
}: {
  problems: readonly MappingProblem[]
  subjectOf(problem: MappingProblem): string | undefined
  picked: string | undefined
  onGo(problem: MappingProblem): void
}) {
  const t = useTexts(texts)
  const language = useLanguage()
  const counted = problems.filter(({ severity }) => severity !== 'warning').length
  return (
    <>
      <div>
        <div className={s['h']} aria-live="polite">
          {picked ? t.picked({ name: picked }) : t.problems({ count: counted })}
        </div>
        <p className={s['quiet']}>{t.nothing()}</p>
      </div>
      {/* Scrolled on a phone, where no button in it could be reached by the keyboard. */}
      <div tabIndex={problems.length === 0 ? 0 : undefined}>
        {problems.length === 0 && (
          <p className={s['good']}>
            <IconCheck size={14} aria-hidden /> {t.ready()}
          </p>
        )}
        <ul className={s['problems']}>
          {problems.map((problem, i) => (
            <li key={i}>
              <button type="button" data-severity={problem.severity} onClick={() => onGo(problem)}>
                {subjectOf(problem) && <b>{subjectOf(problem)}: </b>}
                {say(problem.message, language)}
              </button>
            </li>
          ))}
        </ul>
      </div>
      <div>
        <p className={s['quiet']}>{t.hint()}</p>
      </div>
    </>
  )
}
