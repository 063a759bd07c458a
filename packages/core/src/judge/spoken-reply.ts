/** What a judge says in its reply, without thinking and marks. */
export function spokenReply(reply: string): { readonly text: string; readonly isRepaired: boolean } {
  const text = reply.replace(/^[^]*<\/think>/i, "");
  return { text, isRepaired: text !== reply };
}
