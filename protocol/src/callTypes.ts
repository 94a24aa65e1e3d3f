/** What a method of a typed call takes, and what its answer is once it is there. Every runtime may use them: they name no window. */
export type ParamsOf<Method> = Method extends (...args: infer Args) => unknown ? Args[0] : never
export type ValueOf<Method> = Method extends (...args: never[]) => infer Value ? Awaited<Value> : never
