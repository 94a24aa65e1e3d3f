// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ERC1155} from "@openzeppelin/contracts/token/ERC1155/ERC1155.sol";
import {Picture} from "./Pictures.sol";

/// ERC-1155 with pictures on chain. Anybody may make some, also with metadata elsewhere.
contract Items is ERC1155("") {
    string public constant name = "Local Items";
    string public constant symbol = "ITEM";
    mapping(uint256 id => string) private _uris;

    /// An empty `uri_` leaves the metadata of the kind as it is: the picture on chain, unless another one was given before.
    function mint(address to, uint256 id, uint256 amount, string calldata uri_) external {
        if (bytes(uri_).length > 0) {
            _uris[id] = uri_;
            emit URI(uri_, id);
        }
        _mint(to, id, amount, "");
    }

    function uri(uint256 id) public view override returns (string memory) {
        return bytes(_uris[id]).length > 0 ? _uris[id] : Picture.metadata("Item", id);
    }
}
