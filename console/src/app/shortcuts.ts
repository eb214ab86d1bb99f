/** `/` goes to the search of the page, Escape leaves it. */
export function followShortcuts(): void {
  document.addEventListener('keydown', (event) => {
    if (event.key !== '/' || event.metaKey || event.ctrlKey || event.altKey || isTyping(event)) return;
    const search = document.querySelector<HTMLInputElement>('[data-search]');
    if (search === null) return;
    event.preventDefault();
    search.focus();
    search.select();
  });
}

function isTyping(event: KeyboardEvent): boolean {
  // Where an editor lies in a shadow tree, the target that the document sees is only its host.
  const target = event.composedPath()[0];
  return (
    target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  );
}
