#!/usr/bin/env bash
# Does an #include point up the list of folders, or bring more into a folder than it may know?
#
#   algebra/  itself and freestanding headers         tmem/    and algebra/
#   kernels/  and CUDA                                proofs/  algebra/, tmem/, the C library, GMP
#
# tests/ and bench/ may include everything. Files lie directly in their folder. Usage: layers.sh [ROOT]
. "$(dirname "$0")/common.sh"

freestanding='float.h iso646.h limits.h stdalign.h stdarg.h stdbool.h stddef.h stdint.h stdnoreturn.h string.h'
device='cuda.h cuda_runtime.h cuda_runtime_api.h cuda_fp16.h cuda_bf16.h'

seen=0

contains() { [[ " $1 " == *" $2 "* ]]; }

# check_folder FOLDER KNOWN-FOLDERS ALLOWED-SYSTEM-HEADERS ("*": any but a device's)
check_folder() {
  local folder=$1 known=$2 system=$3 file number directive name target
  [ -d "$root/$folder" ] || return 0
  while IFS=: read -r file number directive; do
    seen=$((seen + 1))
    if [[ $directive =~ ^[[:space:]]*#[[:space:]]*include[[:space:]]*\"([^\"]*)\" ]]; then
      name=${BASH_REMATCH[1]}
      case $name in
        ../*) target=${name#../} ;;
        */*) target=$name ;;
        *) target=$folder/$name ;;
      esac
      [[ $target != *..* && -f $root/$target ]] || complain "$file:$number: not a file of the tree: $name"
      target=${target%%/*}
      contains "$known" "$target" || complain "$file:$number: $folder/ may not include $target/: $name"
    elif [[ $directive =~ ^[[:space:]]*#[[:space:]]*include[[:space:]]*\<([^\>]*)\> ]]; then
      name=${BASH_REMATCH[1]}
      if [ "$system" = '*' ]; then
        [[ $name != cuda* ]] || complain "$file:$number: $folder/ may not include <$name>"
      else
        contains "$system" "$name" || complain "$file:$number: $folder/ may not include <$name>"
      fi
    else
      complain "$file:$number: cannot tell what this includes: $directive"
    fi
  done < <(cd "$root" && grep -RnE '^[[:space:]]*#[[:space:]]*(include|import)' "$folder" --include='*.[ch]' \
    --include='*.inc' --include='*.cu' --include='*.cuh' || true)
}

check_folder algebra 'algebra' "$freestanding"
check_folder tmem 'algebra tmem' "$freestanding"
check_folder kernels 'algebra tmem kernels' "$freestanding $device inttypes.h stdio.h stdlib.h sys/mman.h ucontext.h"
check_folder proofs 'algebra tmem kernels proofs' '*'

[ "$seen" -gt 0 ] || { echo "found no #include under $root"; exit 1; }
finish "$seen includes, all within their folder's reach"
