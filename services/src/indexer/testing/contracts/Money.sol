// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

/// Contracts of the indexer's tests, each with one habit that an indexer has to get right. `e2e/tools/solidity` compiles them into `Money.json`.

contract Token {
    event Transfer(address indexed from, address indexed to, uint256 value);
    event Approval(address indexed owner, address indexed spender, uint256 value);

    string public name;
    string public symbol;
    uint8 public immutable decimals;
    /// In a thousand, taken from what arrives.
    uint256 public immutable fee;
    mapping(address => uint256) public balanceOf;
    mapping(address => mapping(address => uint256)) public allowance;

    constructor(string memory name_, string memory symbol_, uint8 decimals_, uint256 fee_) {
        (name, symbol, decimals, fee) = (name_, symbol_, decimals_, fee_);
    }

    function mint(address to, uint256 value) external {
        balanceOf[to] += value;
        emit Transfer(address(0), to, value);
    }

    function burn(uint256 value) external {
        balanceOf[msg.sender] -= value;
        emit Transfer(msg.sender, address(0), value);
    }

    function airdrop(address first, uint256 count) external {
        for (uint160 i = 0; i < count; i++) {
            balanceOf[address(uint160(first) + i)] += 1;
            emit Transfer(address(this), address(uint160(first) + i), 1);
        }
    }

    function approve(address spender, uint256 value) external returns (bool) {
        allowance[msg.sender][spender] = value;
        emit Approval(msg.sender, spender, value);
        return true;
    }

    function transfer(address to, uint256 value) external virtual returns (bool) {
        _move(msg.sender, to, value);
        return true;
    }

    function transferFrom(address from, address to, uint256 value) external returns (bool) {
        allowance[from][msg.sender] -= value;
        _move(from, to, value);
        return true;
    }

    function _move(address from, address to, uint256 value) internal {
        uint256 taken = (value * fee) / 1000;
        balanceOf[from] -= value;
        balanceOf[to] += value - taken;
        emit Transfer(from, to, value - taken);
        if (taken > 0) {
            balanceOf[address(this)] += taken;
            emit Transfer(from, address(this), taken);
        }
    }
}

/// As USDT: nothing is returned.
contract SilentToken {
    event Transfer(address indexed from, address indexed to, uint256 value);

    bytes32 public constant name = "Silent Dollar";
    bytes32 public constant symbol = "SUSD";
    uint256 public constant decimals = 6;
    mapping(address => uint256) public balanceOf;

    function mint(address to, uint256 value) external {
        balanceOf[to] += value;
        emit Transfer(address(0), to, value);
    }

    function transfer(address to, uint256 value) external {
        balanceOf[msg.sender] -= value;
        balanceOf[to] += value;
        emit Transfer(msg.sender, to, value);
    }
}

contract Picture {
    event Transfer(address indexed from, address indexed to, uint256 indexed tokenId);
    event Approval(address indexed owner, address indexed approved, uint256 indexed tokenId);
    event ApprovalForAll(address indexed owner, address indexed operator, bool approved);

    string public constant name = "Pictures";
    string public constant symbol = "PIC";
    mapping(uint256 => address) public ownerOf;

    function mint(address to, uint256 tokenId) external {
        require(ownerOf[tokenId] == address(0));
        ownerOf[tokenId] = to;
        emit Transfer(address(0), to, tokenId);
    }

    function transferFrom(address from, address to, uint256 tokenId) external {
        require(ownerOf[tokenId] == from);
        ownerOf[tokenId] = to;
        emit Approval(from, address(0), tokenId);
        emit Transfer(from, to, tokenId);
    }

    function setApprovalForAll(address operator, bool approved) external {
        emit ApprovalForAll(msg.sender, operator, approved);
    }

    function tokenURI(uint256 tokenId) external pure returns (string memory) {
        tokenId;
        return 'data:application/json,{"name":"Picture","description":"Of a test","image":"data:image/svg+xml,<svg/>"}';
    }
}

contract Items {
    event TransferSingle(address indexed operator, address indexed from, address indexed to, uint256 id, uint256 value);
    event TransferBatch(address indexed operator, address indexed from, address indexed to, uint256[] ids, uint256[] values);

    mapping(uint256 => mapping(address => uint256)) public balanceOf;

    function mint(address to, uint256 id, uint256 value) external {
        balanceOf[id][to] += value;
        emit TransferSingle(msg.sender, address(0), to, id, value);
    }

    function mintMany(address to, uint256[] calldata ids, uint256[] calldata values) external {
        for (uint256 i = 0; i < ids.length; i++) balanceOf[ids[i]][to] += values[i];
        emit TransferBatch(msg.sender, address(0), to, ids, values);
    }

    function send(address to, uint256 id, uint256 value) external {
        balanceOf[id][msg.sender] -= value;
        balanceOf[id][to] += value;
        emit TransferSingle(msg.sender, msg.sender, to, id, value);
    }
}

contract Wrapped {
    event Deposit(address indexed dst, uint256 wad);
    event Withdrawal(address indexed src, uint256 wad);
    event Transfer(address indexed from, address indexed to, uint256 value);

    string public constant name = "Wrapped Coin";
    string public constant symbol = "WCOIN";
    uint8 public constant decimals = 18;
    mapping(address => uint256) public balanceOf;

    function deposit() external payable {
        balanceOf[msg.sender] += msg.value;
        emit Deposit(msg.sender, msg.value);
    }

    function withdraw(uint256 wad) external {
        balanceOf[msg.sender] -= wad;
        payable(msg.sender).transfer(wad);
        emit Withdrawal(msg.sender, wad);
    }

    function transfer(address to, uint256 value) external returns (bool) {
        balanceOf[msg.sender] -= value;
        balanceOf[to] += value;
        emit Transfer(msg.sender, to, value);
        return true;
    }
}

/// Sends on what it gets, through itself, and beside it tries what fails.
contract Forwarder {
    receive() external payable {}

    function forward(address payable first, address payable second) external payable {
        uint256 half = msg.value / 2;
        this.hop{value: half}(first);
        (bool ok, ) = second.call{value: msg.value - half}("");
        require(ok);
    }

    function hop(address payable to) external payable {
        (bool ok, ) = to.call{value: msg.value}("");
        require(ok);
    }

    /// The first payment is taken back with the call that made it.
    function tryAndPay(address payable to) external payable {
        try this.payAndFail{value: msg.value / 2}(to) {} catch {}
        (bool ok, ) = to.call{value: msg.value}("");
        require(ok);
    }

    function payAndFail(address payable to) external payable {
        (bool ok, ) = to.call{value: msg.value}("");
        require(ok);
        revert("taken back");
    }

    function fail() external payable {
        revert("no");
    }

    /// A contract that is made with coins, and ends in the transaction that made it.
    function makeAndEnd(address payable heir) external payable {
        Mortal made = new Mortal{value: msg.value}();
        made.end(heir);
    }
}

contract Mortal {
    constructor() payable {}

    function end(address payable heir) external {
        selfdestruct(heir);
    }
}

/// A pool in the manner of Uniswap v2, at one to one.
contract Pool {
    event Swap(address indexed sender, uint256 amount0In, uint256 amount1In, uint256 amount0Out, uint256 amount1Out, address indexed to);

    Token public immutable token0;
    Token public immutable token1;

    constructor(Token token0_, Token token1_) {
        (token0, token1) = (token0_, token1_);
    }

    function swap(uint256 amount, address to) external {
        token0.transferFrom(msg.sender, address(this), amount);
        token1.transfer(to, amount);
        emit Swap(msg.sender, amount, 0, 0, amount, to);
    }
}

/// Logs that only look like those of the standards.
contract Liar {
    function lie(address victim) external {
        bytes32 topic = keccak256("Transfer(address,address,uint256)");
        bytes32 batch = keccak256("TransferBatch(address,address,address,uint256[],uint256[])");
        uint256 dirty = (1 << 200) | uint160(victim);
        uint256 clean = uint160(victim);
        assembly {
            mstore(0, 7)
            log3(0, 31, topic, clean, clean)
            log3(0, 32, topic, dirty, clean)
            log2(0, 32, topic, clean)
            mstore(0, not(0))
            mstore(32, not(0))
            log4(0, 64, batch, clean, clean, clean)
            log4(0, 0, batch, clean, clean, clean)
            // Two kinds of token at once.
            mstore(0, 7)
            log3(0, 32, topic, 0, clean)
            log4(0, 0, topic, 0, clean, 0)
            // Nothing, in somebody's name: how look-alike addresses get into histories.
            mstore(0, 0)
            log3(0, 32, topic, clean, 4919)
        }
    }
}
