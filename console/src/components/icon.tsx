const paths = {
  boat: 'M11 3v12H4zM13 6v9h6zM3 17h18c-1.200 2.600-3 4-5 4H8c-2 0-3.800-1.400-5-4z',
  sun: 'M12 7a5 5 0 1 0 0 10 5 5 0 0 0 0-10zM11 2h2v3h-2zM11 19h2v3h-2zM2 11h3v2H2zM19 11h3v2h-3zM4.200 5.600l1.400-1.400 2.100 2.100-1.400 1.400zM16.300 17.700l1.400-1.400 2.100 2.100-1.400 1.400zM4.200 18.400l2.100-2.100 1.400 1.400-2.100 2.100zM16.300 6.300l2.100-2.100 1.400 1.400-2.100 2.100z',
  moon: 'M20 14.500A8.500 8.500 0 0 1 9.500 4a8.500 8.500 0 1 0 10.500 10.500z',
  auto: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zm0 2v14a7 7 0 0 1 0-14z',
  copy: 'M8 3h11v13h-2V5H8zM5 7h11v14H5zm2 2v10h7V9z',
  check: 'M9.500 17.500 4 12l1.500-1.500 4 4 9-9L20 7z',
  warning: 'M12 3 1.500 21h21zm-1 7h2v5h-2zm0 6.500h2v2h-2z',
  terminal: 'M3 4h18v16H3zm2 2v12h14V6zm1.500 2.500L8 7l4 4-4 4-1.500-1.500L9 11zM12 14h5v2h-5z',
  disk: 'M12 3C7 3 4 4.500 4 6.500v11C4 19.500 7 21 12 21s8-1.500 8-3.500v-11C20 4.500 17 3 12 3zm0 2c4 0 6 1 6 1.500S16 8 12 8 6 7 6 6.500 8 5 12 5z',
} as const;

export type IconName = keyof typeof paths;

/** A picture beside a word: it says nothing by itself. */
export function Icon({ name }: { readonly name: IconName }) {
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={paths[name]} />
    </svg>
  );
}
