import { Connect } from './Connect'

export default function Page() {
  return <Connect />
}
