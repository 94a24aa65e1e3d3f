import { type ReactNode, useEffect, useRef } from 'react'
import { useHeader } from './header.js'

type ViewProps = {
  readonly title: string
  /** The requesting hostname under the title. */
  readonly host?: boolean
  /** In the place of Back, on a root view. Must be the same element from draw to draw. */
  readonly start?: ReactNode
  /** Over the content, at full width: who is asking. */
  readonly bar?: ReactNode
  readonly footer?: ReactNode
  /** Keeps the footer's height when there is nothing to press. */
  readonly hold?: boolean
  /** Blocks stand closer together. */
  readonly tight?: boolean
  readonly children: ReactNode
}

/** What every view is made of: a title, content that scrolls, and a footer that stays. */
function View({ title, host = false, start, bar, footer, hold = false, tight = false, children }: ViewProps) {
  useHeader({ title, host, start })
  return (
    <>
      {bar}
      <div className={`body ${tight ? 'tight' : ''} ${footer ? 'flush' : ''}`}>{children}</div>
      {footer && <div className={`footer ${hold ? 'hold' : ''}`}>{footer}</div>}
    </>
  )
}

/** Choices or a ledger, one under another. */
export function ListView(props: ViewProps) {
  return <View {...props} />
}

/** Fields, hint lines, and a primary button whose label is the instruction. */
export function FormView({ onSubmit, children, ...view }: ViewProps & { readonly onSubmit: () => void }) {
  return (
    <View {...view}>
      <form
        className="stack g-4"
        onSubmit={(event) => {
          event.preventDefault()
          onSubmit()
        }}
      >
        {children}
      </form>
    </View>
  )
}

type HeroProps = Omit<ViewProps, 'children'> & {
  readonly icon: ReactNode
  readonly heading: string
  readonly body?: ReactNode
  /** Under the sentence: steps, details. Takes the room that a bare hero leaves free. */
  readonly more?: ReactNode
}

/** One icon, one sentence, one thing to do. The icon stands still when the sentence changes. */
export function Hero({ icon, heading, body, more, ...view }: HeroProps) {
  const head = useRef<HTMLHeadingElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another sentence may have taken the focused button with it
  useEffect(() => {
    if (document.activeElement === document.body) head.current?.focus({ preventScroll: true })
  }, [heading])
  return (
    <View {...view}>
      <div className={`hero ${more ? 'has-more' : ''}`}>
        {icon}
        <div className="say">
          <h2 className="t-title" ref={head} tabIndex={-1}>
            {heading}
          </h2>
          {body && <p>{body}</p>}
        </div>
      </div>
      {more}
    </View>
  )
}

/** Something is done: the hero with a closed ring and a tick, and where it goes from here. */
export function Result(props: HeroProps & { readonly next: string }) {
  const { next, ...hero } = props
  return <Hero {...hero} hold footer={<p className="t-label muted foot-line">{next}</p>} />
}

type ReviewProps = Omit<HeroProps, 'bar'> & { readonly bar: ReactNode }

/** Who asks, what changes, and the two answers. The bar with the hostname is not optional here. */
export function Review(props: ReviewProps) {
  return <Hero {...props} />
}
