import { Component, type ReactNode } from 'react'
import { Failed } from './Failures.js'

/**
 * Says so when a view cannot be drawn. Without it React would take the whole dialog away, and leave a page that nothing can be done with. React has no
 * other way than a class to hear of what is thrown while something is drawn.
 */
export class Guard extends Component<{ readonly children: ReactNode }, { readonly isBroken: boolean }> {
  override readonly state = { isBroken: false }

  static getDerivedStateFromError() {
    return { isBroken: true }
  }

  override render() {
    return this.state.isBroken ? <Failed why="fatal" onRetry={() => this.setState({ isBroken: false })} /> : this.props.children
  }
}
